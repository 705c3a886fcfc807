import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { useWords, type Translate, type WordParams } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Modal } from '@checkin/ui/chrome/modal'
import { Toast } from '@checkin/ui/chrome/toast'
import { $alert, alertHeld, noAlert } from './alert.model.ts'
import { $modal, modalClosed, modalConfirmed, modalDismissed } from './modal.model.ts'
import { $refusal, refusalClosed } from './refusal.model.ts'
import { $waiting } from './waiting.model.ts'

/** The open question, nothing when there is none (SHELL-73, SHELL-79). */
export function ModalView() {
  const words = useWords()
  const [modal, confirm, close, dismiss] = useUnit([$modal, modalConfirmed, modalClosed, modalDismissed])
  if (!modal.visible) return null
  return (
    <Modal
      state={modal.state}
      type={modal.type}
      messages={modal.keys.map((key) => ({ key, text: words(key, modal.params) }))}
      confirmText={words(modal.labels.confirm)}
      cancelText={words(modal.labels.cancel)}
      confirmAction={modal.labels.confirm}
      cancelAction={modal.labels.cancel}
      onConfirm={() => confirm()}
      onClose={() => close()}
      onDismiss={() => dismiss()}
    />
  )
}

/** The alert's message (SHELL-73): the server's own message where it sent one. What it is about may be a key of the catalogue itself (ERR-17). */
export function ToastView() {
  const words = useWords()
  const [alert, held] = useUnit([$alert, alertHeld])
  return <Toast alert={alert.visible ? { key: alert.key, state: alert.state, text: alert.text ?? words(alert.key, about(alert.params, words)) } : null} onHeld={held} />
}

/** Elements in which somebody may be typing: they keep the focus. */
const typing = 'input, textarea, select, [contenteditable]'

/** What was refused, above the screen that it concerns, until it is mended (DEC-102). The toast has read it out; who is not typing is led to it. */
export function RefusalView() {
  const words = useWords()
  const [refusal, close] = useUnit([$refusal, refusalClosed])
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal === null) return
    note.current?.scrollIntoView({ block: 'nearest' })
    if (document.activeElement?.matches(typing) !== true) note.current?.focus({ preventScroll: true })
  }, [refusal])
  if (refusal === null) return null
  const { key = noAlert.key, params = {}, text } = refusal
  return (
    <div className="ck-refusal" ref={note} tabIndex={-1} data-refusal-key={key}>
      <Notice kind="danger" action={<Button kind="plain" action="Notice.dismiss" onClick={() => { close() }}>{words('Notice.dismiss')}</Button>}>
        <p>{text ?? words(key, about(params, words))}</p>
      </Notice>
    </div>
  )
}

/** A value that is a key gives its words, behind the sentence; one that is none, such as a code, stays as it is. */
function about(params: WordParams, words: Translate): WordParams {
  const { value } = params
  if (typeof value !== 'string' || value === '') return params
  const text = words(value)
  return text === value ? params : { ...params, value: `(${text})` }
}

/** Shows what is waited for as long as it is; always in the page, so that a screen reader hears it appear. */
export function WaitingView() {
  const words = useWords()
  const waiting = useUnit($waiting)
  return <div className="ck-waiting" role="status" data-waiting={waiting ?? undefined}>{waiting !== null && <span>{words(`Notice.${waiting}`)}</span>}</div>
}
