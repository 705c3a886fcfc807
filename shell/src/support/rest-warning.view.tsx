import { useLanguage, useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import type { RestWarning } from './rest-warning.model.ts'
import { clockText } from './saved-text.ts'
import { supportNamespace, type SupportKey } from './words.ts'

export interface RestWarningProps {
  readonly warning: RestWarning
  /** The server is being asked. */
  readonly busy: boolean
  /** The latest press was not answered. */
  readonly hasFailed: boolean
  readonly onStay: () => void
  readonly onSeen: () => void
}

/** The warning over the page (DEC-190): it says when the session ends, by a clock that does not tick, and its button keeps it. Escape is a sign of the renter too. */
export function RestWarningDialog({ warning: { kind, endsAt }, busy, hasFailed, onStay, onSeen }: RestWarningProps): ReactNode {
  const words = useWords<SupportKey>(supportNamespace)
  const language = useLanguage()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => { element?.close() }
  }, [])
  const [answer, title, text, label] = kind === 'rest'
    ? [onStay, 'Rest.title', 'Rest.text', 'Rest.stay'] as const
    : [onSeen, 'Rest.endTitle', 'Rest.endText', 'Rest.seen'] as const
  return (
    <dialog
      className="ck-modal" ref={dialog} role="alertdialog" data-rest={kind} aria-labelledby="rest-title" aria-describedby="rest-text"
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) answer()
      }}
    >
      <h2 id="rest-title">{words(title)}</h2>
      <p id="rest-text">{words(text, { time: clockText(endsAt, language) })}</p>
      <p role="status">{hasFailed && words('Rest.failed')}</p>
      <div className="ck-modal-buttons"><Button action={label} busy={busy} onClick={() => { answer() }}>{words(label)}</Button></div>
    </dialog>
  )
}
