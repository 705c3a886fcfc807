import { useLayoutEffect, useRef } from 'react'
import { Button } from '../button/index.tsx'
import { marks, type AlertState } from './toast.tsx'

export interface ModalProps {
  readonly state: AlertState
  /** `confirm` asks, `cancel` only informs and has one button (SHELL-79). */
  readonly type: 'confirm' | 'cancel'
  readonly messages: readonly { readonly key: string; readonly text: string }[]
  readonly confirmText: string
  readonly cancelText: string
  /** Keys of the two texts, where they are not Confirm and Cancel. */
  readonly confirmAction?: string | undefined
  readonly cancelAction?: string | undefined
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** Escape; the same as `onClose` where it is left out. */
  readonly onDismiss?: () => void
}

/** A question over the page; the browser keeps the focus inside and gives it back afterwards. Mounted while it is asked. */
export function Modal({ state, type, messages, confirmText, cancelText, confirmAction = 'Confirm', cancelAction = 'Cancel', onConfirm, onClose, onDismiss = onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!element.open) element.showModal()
    return () => element.close()
  }, [])
  const Mark = marks[state]
  const [first, ...rest] = messages
  return (
    <dialog
      className="ck-modal"
      ref={dialog}
      role="dialog"
      data-state={state}
      data-modal-keys={messages.map(({ key }) => key).join(' ')}
      aria-labelledby="modal-title"
      aria-describedby={rest.length > 0 ? 'modal-text' : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onDismiss()
      }}
    >
      <span className="ck-modal-mark"><Mark /></span>
      <h2 id="modal-title">{first?.text}</h2>
      {rest.length > 0 && (
        <div id="modal-text">
          {rest.map(({ key, text }) => <p key={key}>{text}</p>)}
        </div>
      )}
      <div className="ck-modal-buttons">
        {type === 'confirm' ? (
          <>
            <Button action={confirmAction} onClick={onConfirm}>{confirmText}</Button>
            <Button action={cancelAction} kind="ghost" onClick={onClose}>{cancelText}</Button>
          </>
        ) : (
          <Button action="Confirm" onClick={onClose}>{confirmText}</Button>
        )}
      </div>
    </dialog>
  )
}
