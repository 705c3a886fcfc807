import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { useUnit } from 'effector-react'
import { useEffect, type ComponentType } from 'react'
import type { Sms } from './sms.model.ts'
import { smsWords, type SmsKey } from './words.ts'

/** Milliseconds between two questions what became of a message. */
const askAgainMs = 2000

/** "Send the code by SMS instead", where the server offers it: to which number and that it may cost, and what became of the message (DEC-230, DEC-283). */
export const createSmsView = ({ $sms, $problem, $turn, $isProven, $isSending, asked, left, sendPressed }: Sms): ComponentType => function SmsView() {
  const words = useWords<SmsKey>(smsWords)
  const { sms, problem, turn, isSending, isProven } = useUnit({ sms: $sms, problem: $problem, turn: $turn, isSending: $isSending, isProven: $isProven })
  const { ask, leave, send } = useUnit({ ask: asked, leave: left, send: sendPressed })
  useEffect(() => {
    ask()
    return () => { leave() }
  }, [ask, leave])
  useEffect(() => {
    const timer = turn === null ? undefined : setTimeout(() => ask(), askAgainMs)
    return () => { clearTimeout(timer) }
  }, [turn, ask])
  if (!sms || sms.number === null) return null
  const { state } = sms
  // One piece from left to right, also where the language is not.
  const number = `\u2066${sms.number}\u2069`
  const news = {
    none: () => '', waiting: () => words('Sms.sent', { number }), sent: () => words('Sms.sent', { number }), delivered: () => words('Sms.delivered', { number }), failed: () => words('Sms.failed'),
  }
  const refusal = (): string => (problem?.kind === 'wait' ? words('Sms.wait', { minutes: problem.minutes }) : words('Sms.problem'))
  return (
    <div data-sms={problem?.kind ?? state}>
      <Button kind="plain" action="Sms.send" busy={isSending} disabled={isProven} describedBy="sms-where" onClick={() => send()}>{words('Sms.send')}</Button>
      <p className="ck-hint" id="sms-where">{words('Sms.where', { number })}</p>
      <p className="ck-hint" role="status">{problem === null ? news[state]() : refusal()}</p>
    </div>
  )
}
