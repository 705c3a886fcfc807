import { useUnit } from 'effector-react'
import { useWords } from '@checkin/i18n'
import { Modal } from '@checkin/ui/chrome/modal'
import { $modal, modalClosed, modalConfirmed } from './modal.model.ts'

/** The open question in words, nothing when there is none (SHELL-73, SHELL-79). */
export function ModalView() {
  const words = useWords()
  const [modal, confirm, close] = useUnit([$modal, modalConfirmed, modalClosed])
  if (!modal.visible) return null
  return (
    <Modal
      state={modal.state}
      type={modal.type}
      messages={modal.keys.map((key) => ({ key, text: words(key, modal.params) }))}
      confirmText={words('Confirm')}
      cancelText={words('Cancel')}
      onConfirm={() => confirm()}
      onClose={() => close()}
    />
  )
}
