import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { UpsellingView } from './view.tsx'

/** The screen `upselling`: higher vehicle groups, and the comparison before a yes (OFFERS-22 to OFFERS-31). */
export const upsellingStep: Step = { name: 'upselling', View: UpsellingView, opened, closed }
