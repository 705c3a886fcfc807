import { useWords, type CommonKey } from '@checkin/i18n'
import { Ending as EndingPage } from '@checkin/rental-summary/ending'
import { Notice } from '@checkin/ui/notice'
import { useUnit } from 'effector-react'
import { atCounter, signed, type Ending } from './model.ts'

interface EndingViewProps {
  readonly ending: Ending
  /** The outcome in the words of the catalogue. */
  readonly outcome: CommonKey
  /** Words of this module about what follows, in the order of the visit to the counter. */
  readonly next: readonly string[]
}

/** The end of pre-checkout: what happened, what is needed on the day, and the way home (PAY-41, PAY-42, DEC-105). */
function EndingView({ ending, outcome, next }: EndingViewProps) {
  const words = useWords('mfe-precheckout')
  const { trip, papers, firm, file, home, toCalendar, save } = useUnit({ trip: ending.$trip, papers: ending.$papers, save: ending.paperPressed, firm: ending.$firm, file: ending.$calendar, home: ending.homePressed, toCalendar: ending.calendarPressed })
  return (
    <EndingPage
      reservation={trip} firm={firm} words={words}
      outcome={<Notice kind="ok">{words(outcome)}</Notice>}
      next={next.map((key) => words(key))}
      papers={papers}
      onPaper={save}
      calendar={file}
      onCalendar={toCalendar}
      onHome={() => home()}
    />
  )
}

/** RentalAgreementSuccess and Back to Home (PAY-41). */
export const CompleteRentalAgreementView = () => <EndingView ending={signed} outcome="RentalAgreementSuccess" next={['Ending.copyByMail', 'Ending.deposit']} />
/** ReservationUpDateSignOtc and Back to Home (PAY-42). */
export const CompleteRentalAgreementNoPaymentView = () => <EndingView ending={atCounter} outcome="ReservationUpDateSignOtc" next={['Ending.atCounter']} />
