import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { CompleteRentalAgreementNoPaymentView } from './view.tsx'

/** The screen `complete-rental-agreement-no-payment`: the agreement is signed at the counter (PAY-42). */
export const completeRentalAgreementNoPaymentStep: Step = { name: 'complete-rental-agreement-no-payment', View: CompleteRentalAgreementNoPaymentView, opened, closed }
