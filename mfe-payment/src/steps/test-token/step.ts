import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { TestTokenView } from './view.tsx'

/** The screen `test-token`: a card token to look at, on a sandbox only (PAY-30, DEC-50). */
export const testTokenStep: Step = { name: 'test-token', View: TestTokenView, opened, closed }
