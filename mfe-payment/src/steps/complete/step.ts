import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { CompleteView } from './view.tsx'

/** The screen `complete`: check-in is done; what to bring and what comes next (PAY-37 to PAY-40). */
export const completeStep: Step = { name: 'complete', View: CompleteView, opened, closed }
