import { formatMoney, useWords } from '@checkin/i18n'
import { decimalText } from '@checkin/rental-summary'
import { Ending } from '@checkin/rental-summary/ending'
import { Button } from '@checkin/ui/button'
import { Panel } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $canProceed, $firm, $money, calendar, homePressed, papers, proceedPressed } from './model.ts'

/** Done: what happened, what is needed on the day, and the one thing that may come next (PAY-37 to PAY-40, DEC-105). */
export function CompleteView() {
  const words = useWords('mfe-payment')
  const { trip, saved, money, canProceed, firm, file } = useUnit({ trip: papers.$trip, saved: papers.$papers, money: $money, canProceed: $canProceed, firm: $firm, file: calendar.$calendar })
  const { proceed, home, toCalendar, save } = useUnit({ save: papers.paperPressed, proceed: proceedPressed, home: homePressed, toCalendar: calendar.calendarPressed })
  const paid = money !== null && money.paid > 0
  return (
    <Ending
      reservation={trip} firm={firm} words={words} isQuiet={canProceed}
      money={money !== null && (
        <dl className="ck-facts">
          {paid && <div><dt>{words('AmountPaid')}</dt><dd data-amount="paid" data-value={decimalText(money.paid, money.currency)}>{formatMoney(money.paid, money.currency)}</dd></div>}
          <div><dt>{words(money.due > 0 ? 'Complete.due' : 'AmountDue')}</dt><dd data-amount="due" data-value={decimalText(money.due, money.currency)}>{formatMoney(money.due, money.currency)}</dd></div>
        </dl>
      )}
      offer={canProceed && (
        // The answer stands in the question's own panel: apart, on a phone, neither explains the other.
        <section aria-labelledby="deposit-question">
          <Panel>
            <h2 id="deposit-question">{words('PrepareSecurityDeposit')}</h2>
            <p>{words('Complete.deposit')}</p>
            <div><Button action="YesIWantToProceed" onClick={() => proceed()}>{words('YesIWantToProceed')}</Button></div>
          </Panel>
        </section>
      )}
      next={[words(paid ? 'Complete.mailWithReceipt' : 'Complete.mail'), words('Complete.counter')]}
      papers={saved}
      onPaper={save}
      calendar={file}
      onCalendar={toCalendar}
      onHome={() => home()}
    />
  )
}
