import { aDriver, anUpgrade, noNetwork } from '@checkin/api/testing'
import { never, press, type ScreenStates } from '@checkin/testing/gallery'
import { aPage, driverLine, offeredSummary, type PageOptions } from './a-page.ts'

export { remote } from '../remote.ts'

/** The shell asks for what is not there: the answer is refused, or still to come. */
const unpriced: PageOptions = { summary: null, api: { getFullReservation: noNetwork() } }
const unanswered: PageOptions = { summary: null, loading: true, api: { getFullReservation: never } }
const page = (options: PageOptions = {}) => () => aPage(options)
const groups = [anUpgrade(), anUpgrade({ groupId: 'D', groupName: 'Family', seats: 7, dailyDifference: 15, dailyDifferenceWithTax: 18.45, totalValue: 75, totalValueWithTax: 92.25 })]
const api = { listUpsellGroups: groups, getUpsellGroup: anUpgrade() }
const onOnePage = (options: PageOptions = {}) => page({ layout: 'page', ...options, api: { ...api, ...options.api } })
const change = press('Add')

/** Every state of this module's screens. */
export const screens: readonly ScreenStates[] = [
  {
    screen: 'additional-driver', normal: { page: page() }, errors: { page: page(unpriced) }, busy: { page: page(unanswered) },
    more: { free: { page: page({ summary: offeredSummary({ extras: [driverLine({ valueWithTax: 0, totalValue: 0, value: 0 })] }) }) } },
  },
  {
    screen: 'upselling', normal: { page: page({ api }) }, errors: 'none: without an answer the renter is led on', busy: { page: page({ api: { listUpsellGroups: never } }) },
    more: { comparison: { page: page({ api }), acts: [press('Upgrade')] }, taking: { page: page({ api: { ...api, updateReservation: never } }), acts: [press('Upgrade'), press('YesIwantUpgrade')] } },
  },
  { screen: 'add-extras', normal: { page: page() }, errors: 'none: without prices the renter is led on', busy: { page: page(unanswered) } },
  {
    screen: 'extras', normal: { page: page() }, errors: { page: page(unpriced) }, busy: { page: page(unanswered) },
    more: {
      pricing: { page: page({ api: { calculateExtras: never } }), acts: [change] },
      chosen: { page: page(), acts: [change] },
      'one-page': { page: onOnePage() },
      'one-page-comparison': { page: onOnePage(), acts: [press('Upgrade')] },
      'one-page-driver': { page: onOnePage({ addDriver: aDriver({ id: 8, name: 'Rui', surname: 'Costa' }) }) },
      'one-page-unpriced': { page: onOnePage(unpriced) },
    },
  },
]
