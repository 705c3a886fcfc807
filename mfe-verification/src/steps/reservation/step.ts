import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { ReservationView } from './view.tsx'

/** The screen `reservation`: the trip at a glance, read-only (VERIF-24). */
export const reservationStep: Step = { name: 'reservation', View: ReservationView, opened, closed }
