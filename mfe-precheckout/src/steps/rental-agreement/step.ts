import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { RentalAgreementView } from './view.tsx'

/** The screen `rental-agreement`: deposit by card, then the signature; or the counter (PRECHK-10 to PRECHK-18). */
export const rentalAgreementStep: Step = { name: 'rental-agreement', View: RentalAgreementView, opened, closed }
