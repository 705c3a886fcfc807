import type { Step } from '@checkin/remote'
import { closed, opened } from './model.ts'
import { OverviewPrecheckoutView } from './view.tsx'

/** The screen `overview-precheckout`: the same review on the way to the agreement (PAY-05). */
export const overviewPrecheckoutStep: Step = { name: 'overview-precheckout', View: OverviewPrecheckoutView, opened, closed }
