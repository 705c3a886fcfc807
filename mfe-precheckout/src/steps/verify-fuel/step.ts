import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { VerifyFuelView } from './view.tsx'

/** The screen `verify-fuel` (PRECHK-22, PRECHK-24). */
export const verifyFuelStep: Step = { name: 'verify-fuel', View: VerifyFuelView, opened, closed }
