import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { PrecheckoutGuidView } from './view.tsx'

/** The screen `precheckout-guid`: the link of a mail or of the completed check-in becomes pre-checkout (PRECHK-01, PRECHK-02). */
export const precheckoutGuidStep: Step = { name: 'precheckout-guid', View: PrecheckoutGuidView, opened, closed }
