import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { VerifyKmView } from './view.tsx'

/** The screen `verify-km` (PRECHK-22, PRECHK-24). */
export const verifyKmStep: Step = { name: 'verify-km', View: VerifyKmView, opened, closed }
