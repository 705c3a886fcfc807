import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { PrecheckoutStepsView } from './view.tsx'

/** The screen `precheckout-steps`: what may still be added before the agreement (PRECHK-05, PRECHK-06). */
export const precheckoutStepsStep: Step = { name: 'precheckout-steps', View: PrecheckoutStepsView, opened, closed }
