import type { AnalyticsEvent } from '@checkin/api'
import type { Subject } from '../../subject.ts'

/**
 * What is reported when the licence is saved (DRIVER-58, DEC-47): offers that are still open count as skipped until the renter
 * answers them; the additional driver is complete with it.
 */
export function leavingReports(subject: Subject, { addDriverCompleted, upsellingCompleted }: { readonly addDriverCompleted: boolean; readonly upsellingCompleted: boolean }): readonly AnalyticsEvent[] {
  const driver: readonly AnalyticsEvent[] = subject === 'additional' ? [{ viewTag: 'adview', action: 'complete' }] : addDriverCompleted ? [] : [{ viewTag: 'adview', action: 'skip' }]
  return [...driver, ...(upsellingCompleted ? [] : [{ viewTag: 'upview', action: 'skip' } as const])]
}
