import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { VerifyCodeView } from './view.tsx'

/** The screen `verify-code`: prove it with the mailed code (VERIF-16). */
export const verifyCodeStep: Step = { name: 'verify-code', View: VerifyCodeView, opened, closed }
