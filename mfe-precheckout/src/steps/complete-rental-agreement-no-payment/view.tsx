import { EndingView } from '../../ending/ending.view.tsx'
import { ending } from './model.ts'

const next = ['Ending.atCounter', 'Counter.bring'] as const

/** ReservationUpDateSignOtc and Back to Home (PAY-42). */
export const CompleteRentalAgreementNoPaymentView = () => <EndingView ending={ending} outcome="ReservationUpDateSignOtc" next={next} />
