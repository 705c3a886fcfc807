import { EndingView } from '../../ending/ending.view.tsx'
import { ending } from './model.ts'

const next = ['Ending.copyByMail', 'Ending.deposit', 'Counter.bring'] as const

/** RentalAgreementSuccess and Back to Home (PAY-41). */
export const CompleteRentalAgreementView = () => <EndingView ending={ending} outcome="RentalAgreementSuccess" next={next} />
