import { formatMoney, useWords } from '@checkin/i18n'
import { decimalText } from '@checkin/rental-summary'
import { TripTicket } from '@checkin/rental-summary/review'
import { Button } from '@checkin/ui/button'
import { Actions, Panel, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { $canProceed, $money, $trip, homePressed, proceedPressed } from './model.ts'
import styles from './view.module.css'

/** Done: what happened, what to bring, and the one thing that may come next (PAY-37 to PAY-40). */
export function CompleteView() {
  const words = useWords('mfe-payment')
  const { trip, money, canProceed } = useUnit({ trip: $trip, money: $money, canProceed: $canProceed })
  const { proceed, home } = useUnit({ proceed: proceedPressed, home: homePressed })
  const paid = money !== null && money.paid > 0
  return (
    <StepBody>
      <div className={styles['head']}>
        <span className={styles['tick']} aria-hidden="true"><svg viewBox="0 0 48 48" fill="none"><path d="m13 25 8 8 15-18" /></svg></span>
        <StepHeading eyebrow={words('Complete.eyebrow')} title={words('ReservationUpdatedSuccess')} lead={words(paid ? 'Complete.mailWithReceipt' : 'Complete.mail')} />
      </div>
      {trip !== null && (
        <TripTicket
          reservation={trip} words={words}
          stub={money !== null && (
            <dl className="ck-facts">
              {paid && <div><dt>{words('AmountPaid')}</dt><dd data-amount="paid" data-value={decimalText(money.paid, money.currency)}>{formatMoney(money.paid, money.currency)}</dd></div>}
              <div><dt>{words(money.due > 0 ? 'Complete.due' : 'AmountDue')}</dt><dd data-amount="due" data-value={decimalText(money.due, money.currency)}>{formatMoney(money.due, money.currency)}</dd></div>
            </dl>
          )}
        />
      )}
      <Panel>
        <h2>{words('Complete.next')}</h2>
        <ul className="ck-list">
          <Line>{words('Counter.show')}</Line>
          <Line>{words('Counter.bring')}</Line>
        </ul>
      </Panel>
      {canProceed && (
        <Panel>
          <h2>{words('PrepareSecurityDeposit')}</h2>
          <p>{words('Complete.deposit')}</p>
        </Panel>
      )}
      <Actions>
        {canProceed && <Button action="YesIWantToProceed" onClick={() => proceed()}>{words('YesIWantToProceed')}</Button>}
        <Button kind={canProceed ? 'ghost' : 'primary'} action="BackToHome" onClick={() => home()}>{words('BackToHome')}</Button>
      </Actions>
    </StepBody>
  )
}

function Line({ children }: { readonly children: ReactNode }) {
  return <li><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true"><path d="m5 13 4.5 4.5L19 7" /></svg><span>{children}</span></li>
}
