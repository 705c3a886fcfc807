import { noNetwork, refusedWith } from '@checkin/api/testing'
import { never, press, type, type ScreenStates } from '@checkin/testing/gallery'
import { aPage, loadedReservation, located, twoTerms, type PageOptions } from './shell-double.ts'

export { remote } from '../remote.ts'

const page = (options: PageOptions = {}) => () => ({ scope: aPage(options) })
const found = [type('reference', 'CV1001'), type('surname', 'Silva'), press('Locate')]
const atCode = (options: PageOptions = {}) => page({ lookup: located({ mail: 'maria.silva@example.com', stage: 'code' }), ...options })
const code = [type('code', '123456'), press('Submit')]
const params = { guid: 'a'.repeat(43) }
const linked = (options: PageOptions = {}) => page({ terms: twoTerms, session: { guid: 'guid-of-cv1001', sessionKey: 'session-key-1', kind: 'link', termsAccepted: false }, loaded: loadedReservation(), ...options })

/** Every state of this module's screens. */
export const screens: readonly ScreenStates[] = [
  {
    screen: 'verify-reservation', normal: { page: page() }, errors: { page: page(), acts: [press('Locate')] }, busy: { page: page({ api: { prelookup: never } }), acts: found },
    more: {
      'not-found': { page: page({ api: { prelookup: refusedWith(404, 'ReservationNotFound') } }), acts: found },
      locked: { page: page({ api: { prelookup: refusedWith(429, 'TooManyRequests', { retryAfter: 900 }) } }), acts: found },
      mail: { page: page({ lookup: located({ needsTerms: true }), terms: twoTerms }) },
      'mail-errors': { page: page({ lookup: located() }), acts: [type('mail', 'maria@'), press('Submit')] },
      'mail-busy': { page: page({ lookup: located(), api: { lookup: never } }), acts: [type('mail', 'maria.silva@example.com'), press('Submit')] },
      proof: { page: page({ lookup: located({ secondProof: true }) }), acts: [type('mail', 'new@example.com'), press('Submit')] },
      'no-proof': { page: page({ lookup: located({ secondProof: true, checkoutdate: '2030-12-01' }), api: { lookup: refusedWith(409, 'NoProofOnFile') } }), acts: [type('proof', '4567'), type('mail', 'new@example.com'), press('Submit')] },
    },
  },
  {
    screen: 'verify-code', normal: { page: atCode() }, errors: { page: atCode(), acts: [press('Submit')] }, busy: { page: atCode({ api: { validateCode: never } }), acts: code },
    more: {
      sms: { page: atCode({ sms: { read: () => ({ number: '••••••• 67', state: 'delivered' }) } }) }, undelivered: { page: atCode({ sms: { read: () => ({ number: '••••••• 67', state: 'failed' }) } }) },
      wrong: { page: atCode({ api: { validateCode: refusedWith(404, 'CodeNotFound') } }), acts: code },
      proven: { page: page({ terms: twoTerms, lookup: located({ needsTerms: true, mail: 'maria.silva@example.com', stage: 'code' }), api: { acceptTerms: noNetwork() } }), acts: code },
    },
  },
  { screen: 'verify-guid', normal: { page: page({ api: { resume: never } }), params }, errors: { page: page({ api: { resume: noNetwork() } }), params }, busy: 'none: the screen is itself the wait' },
  {
    screen: 'reservation', normal: { page: page({ session: { guid: 'guid-of-cv1001', sessionKey: 'session-key-1', kind: 'code', termsAccepted: true }, loaded: loadedReservation() }) },
    errors: { page: linked(), acts: [press('Continue')] }, busy: { page: linked({ api: { acceptTerms: never } }), acts: [{ kind: 'choose', name: 'terms' }, press('Continue')] },
    more: { terms: { page: linked() } },
  },
]
