import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { useUnit } from 'effector-react'
import { useEffect } from 'react'
import { $isSending, $problem, $sms, left, sendPressed, shown } from './sms.model.ts'
import { smsWords } from './words.ts'

/** "Send the code by SMS instead", where the server offers it, and what became of the message (DEC-230). */
export function SmsView() {
  const words = useWords(smsWords)
  const { sms, problem, isSending } = useUnit({ sms: $sms, problem: $problem, isSending: $isSending })
  const { show, leave, send } = useUnit({ show: shown, leave: left, send: sendPressed })
  useEffect(() => {
    show()
    return () => { leave() }
  }, [show, leave])
  if (!sms || sms.number === null) return null
  const { number, state } = sms
  const news = {
    none: () => '', waiting: () => words('Sms.sent', { number }), sent: () => words('Sms.sent', { number }), delivered: () => words('Sms.delivered', { number }), failed: () => words('Sms.failed'),
  }[state]
  const refused = { wait: () => words('Sms.wait'), problem: () => words('Sms.problem') }
  return (
    <div data-sms={state}>
      <Button kind="plain" action="Sms.send" busy={isSending} onClick={() => send()}>{words('Sms.send')}</Button>
      <p className="ck-hint">{words('Sms.where', { number })}</p>
      <p className="ck-hint" role="status">{problem === null ? news() : refused[problem]()}</p>
    </div>
  )
}
