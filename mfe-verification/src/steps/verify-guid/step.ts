import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { VerifyGuidView } from './view.tsx'

/** The screen `verify-guid`: a link opens the reservation without asking (VERIF-23). */
export const verifyGuidStep: Step = { name: 'verify-guid', View: VerifyGuidView, opened, closed }
