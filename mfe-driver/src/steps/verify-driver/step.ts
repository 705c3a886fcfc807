import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { VerifyDriverView } from './view.tsx'

/** The screen `verify-driver`: who drives: the driver on file or a new one (DRIVER-01). */
export const verifyDriverStep: Step = { name: 'verify-driver', View: VerifyDriverView, opened, closed }
