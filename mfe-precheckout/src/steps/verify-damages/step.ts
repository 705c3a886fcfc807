import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { VerifyDamagesView } from './view.tsx'

/** The screen `verify-damages`: the car's condition with pictures (PRECHK-22 to PRECHK-25). */
export const verifyDamagesStep: Step = { name: 'verify-damages', View: VerifyDamagesView, opened, closed }
