import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { CompleteRentalAgreementView } from './view.tsx'

/** The screen `complete-rental-agreement`: the agreement is signed (PAY-41). */
export const completeRentalAgreementStep: Step = { name: 'complete-rental-agreement', View: CompleteRentalAgreementView, opened, closed }
