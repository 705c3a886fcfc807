import { useUnit } from 'effector-react'
import { useWords } from '@checkin/i18n'
import { Toast } from '@checkin/ui/chrome/toast'
import { $alert, alertHeld } from './alert.model.ts'

/** The alert in words (SHELL-73): the server's own message where it sent one. */
export function ToastView() {
  const words = useWords()
  const [alert, held] = useUnit([$alert, alertHeld])
  return <Toast alert={alert.visible ? { key: alert.key, state: alert.state, text: alert.text ?? words(alert.key, alert.params) } : null} onHeld={held} />
}
