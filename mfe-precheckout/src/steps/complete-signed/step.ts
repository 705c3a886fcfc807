import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { CompleteSignedView } from './view.tsx'

/** The screen `complete-signed`: the signature provider sends the renter back, on whatever device (PRECHK-19, DEC-66). */
export const completeSignedStep: Step = { name: 'complete-signed', View: CompleteSignedView, opened, closed }
