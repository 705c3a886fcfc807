import type { RouteName } from '../index.ts'

/** Screens where check-in ends, or that belong to no renter's way: that nobody goes on from them says nothing. The shell's table of transitions agrees (tested). */
export const endings: readonly RouteName[] = ['complete', 'complete-rental-agreement', 'complete-rental-agreement-no-payment', 'complete-signed', 'test-token']

/** Screens on which a renter types much, takes pictures, waits for a mail or for the bank. */
const slowScreens: readonly RouteName[] = [
  'verify-code', 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license', 'overview', 'overview-precheckout', 'rental-agreement',
]

const minute = 60_000

/** Milliseconds within which most renters go on from a screen; null where none leads on. */
export function leaveWithinMs(step: RouteName): number | null {
  if (endings.includes(step)) return null
  return (slowScreens.includes(step) ? 6 : 3) * minute
}

/** Milliseconds after which a screen has settled: then its page says once that it still answers. */
export const settleMs = 15_000
