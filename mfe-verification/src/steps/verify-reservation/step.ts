import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { VerifyReservationView } from './view.tsx'

/** The screen `verify-reservation`: find the reservation, then say where the code shall go (VERIF-01). */
export const verifyReservationStep: Step = { name: 'verify-reservation', View: VerifyReservationView, opened, closed }
