import { useWords, type CommonKey } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Actions, Panel, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { Tick } from '../../icons.view.tsx'
import { atCounter, signed, type Ending } from './model.ts'

interface EndingViewProps {
  readonly ending: Ending
  /** The outcome in the words of the catalogue. */
  readonly outcome: CommonKey
  /** Words of this module about what follows, in the order of the visit to the counter. */
  readonly next: readonly string[]
}

/** The end of pre-checkout: what happened, what to show and bring, and one button (PAY-41, PAY-42). */
function EndingView({ ending, outcome, next }: EndingViewProps) {
  const words = useWords('mfe-precheckout')
  const { reference, home } = useUnit({ reference: ending.$reference, home: ending.homePressed })
  return (
    <StepBody>
      <StepHeading eyebrow={words('Ending.eyebrow')} title={words(outcome)} />
      <Panel>
        {reference !== null && (
          <div>
            <p className="ck-hint">{words('Counter.show')}</p>
            <p className="ck-reference">{reference}</p>
          </div>
        )}
        <ul className="ck-list">
          {next.map((key) => <li key={key}><Tick /><span>{words(key)}</span></li>)}
        </ul>
      </Panel>
      <Actions><Button action="BackToHome" onClick={() => home()}>{words('BackToHome')}</Button></Actions>
    </StepBody>
  )
}

/** RentalAgreementSuccess and Back to Home (PAY-41). */
export const CompleteRentalAgreementView = () => <EndingView ending={signed} outcome="RentalAgreementSuccess" next={['Ending.copyByMail', 'Ending.deposit', 'Counter.bring']} />
/** ReservationUpDateSignOtc and Back to Home (PAY-42). */
export const CompleteRentalAgreementNoPaymentView = () => <EndingView ending={atCounter} outcome="ReservationUpDateSignOtc" next={['Ending.atCounter', 'Counter.bring']} />
