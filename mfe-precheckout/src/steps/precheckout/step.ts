import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { PrecheckoutView } from './view.tsx'

/** The screen `precheckout`: the rental as it stands, to go on with or to correct (PRECHK-04, PAY-05). */
export const precheckoutStep: Step = { name: 'precheckout', View: PrecheckoutView, opened, closed }
