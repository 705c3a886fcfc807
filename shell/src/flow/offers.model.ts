import { $steps } from '@checkin/flow'

/** Whether the tenant offers anything before the review: another driver, an upgrade, extras. */
export const $hasOffers = $steps.map(({ addDriver, upselling, extras }) => addDriver.isEnabled || upselling.isEnabled || extras.isEnabled)
