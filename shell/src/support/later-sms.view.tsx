import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { useUnit } from 'effector-react'
import { useEffect, type ComponentType } from 'react'
import type { LaterSms } from './later-sms.model.ts'
import { supportNamespace, type SupportKey } from './words.ts'

/** Milliseconds between two questions what became of a message. */
const askAgainMs = 2000

/** "Send the link by SMS", where the server offers it: to which number and that it may cost, and what became of the message (DEC-281). */
export const createLaterSmsView = ({ $sms, $problem, $turn, $isSending, asked, requested }: LaterSms): ComponentType => function LaterSmsView() {
  const words = useWords<SupportKey>(supportNamespace)
  const [sms, problem, turn, isSending, ask, send] = useUnit([$sms, $problem, $turn, $isSending, asked, requested])
  useEffect(() => { ask() }, [ask])
  useEffect(() => {
    const timer = turn === null ? undefined : setTimeout(() => ask(), askAgainMs)
    return () => { clearTimeout(timer) }
  }, [turn, ask])
  if (!sms || sms.number === null) return null
  const { state } = sms
  // One piece from left to right, also where the language is not.
  const number = `\u2066${sms.number}\u2069`
  const news = {
    none: () => '', waiting: () => words('Later.smsSent', { number }), sent: () => words('Later.smsSent', { number }), delivered: () => words('Later.smsDelivered', { number }), failed: () => words('Later.smsFailed'),
  }
  const refusal = (): string => (problem?.kind === 'wait' ? words('Later.smsWait', { minutes: problem.minutes }) : words('Later.smsProblem'))
  return (
    <div className="ck-support-panel" data-later-sms={problem?.kind ?? state}>
      <Button kind="soft" action="Later.sms" busy={isSending} describedBy="later-sms-where" onClick={() => { send() }}>{words('Later.sms')}</Button>
      <p id="later-sms-where">{words('Later.smsWhere', { number })}</p>
      <p role="status">{problem === null ? news[state]() : refusal()}</p>
    </div>
  )
}
