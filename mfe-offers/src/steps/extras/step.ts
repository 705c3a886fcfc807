import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { ExtrasView } from './view.tsx'

/** The screen `extras`: insurances, services and equipment, priced by the server at every change (OFFERS-12 to OFFERS-21). */
export const extrasStep: Step = { name: 'extras', View: ExtrasView, opened, closed }
