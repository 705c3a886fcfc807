import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { AdditionalDriverView } from './view.tsx'

/** The screen `additional-driver`: shall somebody else drive too, and what it costs (OFFERS-01 to OFFERS-08). */
export const additionalDriverStep: Step = { name: 'additional-driver', View: AdditionalDriverView, opened, closed }
