import { $steps } from '@checkin/flow'
import type { ScreenName } from '@checkin/routes'
import type { OffersLayout } from './transition.ts'

/** Whether the tenant offers anything before the review: another driver, an upgrade, extras. */
export const $hasOffers = $steps.map(({ addDriver, upselling, extras }) => addDriver.isEnabled || upselling.isEnabled || extras.isEnabled)

const onThePage: ReadonlySet<ScreenName> = new Set(['additional-driver', 'upselling', 'add-extras'])

/** DEC-107: where the offers stand on one page, their own screens are that page, whichever way leads to them. */
export const inLayout = (name: ScreenName, layout: OffersLayout): ScreenName => (layout === 'page' && onThePage.has(name) ? 'extras' : name)
