import { anExtra, aSummary, noNetwork, refusedWith } from '@checkin/api/testing'
import { loadScriptFx } from '@checkin/card-payment'
import { choose, never, picture, press, type Drawn, type ScreenStates } from '@checkin/testing/gallery'
import { aPage, type PageOptions } from './a-page.ts'

export { remote } from '../remote.ts'

const page = ({ effects = [], ...options }: PageOptions = {}) => () => aPage({ ...options, effects: [[loadScriptFx as never, () => 'loaded'], ...effects] })
const params = { guid: 'a'.repeat(43) }
const terms = { terms: [{ tag: 'general', title: 'General conditions' }], session: { termsAccepted: false } } as const
const signed = (api: PageOptions['api']): Drawn => ({ page: page({ ...(api && { api }) }), params: { ...params, id: 'signature-1' } })
const gateway = [{ code: 'card', name: 'Card', clientScript: 'https://card.invalid/p.js', clientKey: 'key' }]
const deposit = { reservation: { depositAmount: 300, emailToSign: 'sign@example.com' } } as const
const agreement = (api: NonNullable<PageOptions['api']>): Drawn => ({ page: page({ ...deposit, api }), acts: [choose('card', 'saved-0'), press('Proceed')] })
const car = { reservation: { condition: { damages: 2, fuelEighths: 7, mileageKm: 18_240 } } } as const
const reading = (screen: string): ScreenStates => ({
  screen, normal: { page: page(car) }, errors: { page: page(car), acts: [press('NoCorrectAmount'), press('Confirm')] }, busy: 'none: nothing is sent',
  more: { 'as-handed-over': { page: page() }, correcting: { page: page(car), acts: [press('NoCorrectAmount'), picture('pictures')] } },
})

/** Every state of this module's screens. */
export const screens: readonly ScreenStates[] = [
  { screen: 'precheckout-guid', normal: { page: page({ api: { getPrecheckoutReservation: never, resume: never } }), params }, errors: { page: page({ api: { getPrecheckoutReservation: noNetwork(), resume: noNetwork() } }), params }, busy: 'none: the screen is itself the wait' },
  {
    screen: 'precheckout', normal: { page: page() }, errors: { page: page(terms), acts: [press('ProceedToRentalAgreement')] }, busy: { page: page({ ...terms, api: { acceptTerms: never } }), acts: [choose('terms'), press('ProceedToRentalAgreement')] },
    more: { terms: { page: page(terms) }, unpriced: { page: page({ summary: null, api: { getFullReservation: noNetwork() } }) }, waiting: { page: page({ summary: null, loading: true, api: { getFullReservation: never } }) } },
  },
  {
    screen: 'precheckout-steps', normal: { page: page() }, errors: 'none: without prices its cards stay closed', busy: { page: page({ summary: null, loading: true, api: { getFullReservation: never } }) },
    more: { done: { page: page({ summary: aSummary({ extras: [anExtra({ extraID: 'ADD', isAddDriver: true })] }), progress: { extrasCompletedPrecheckout: true, upgradeTaken: true } }) } },
  },
  {
    screen: 'rental-agreement', normal: { page: page(deposit) }, errors: { page: page(deposit), acts: [press('Proceed')] }, busy: agreement({ submitPrecheckout: never }),
    more: {
      loading: { page: page({ ...deposit, api: { listGateways: never } }) },
      'new-card': { page: page({ ...deposit, api: { listSavedCards: [], listGateways: gateway } }) },
      code: { page: page({ ...deposit, api: { listSavedCards: refusedWith(403, 'CodeRequired') } }), acts: [choose('card', 'saved')] },
      refused: agreement({ submitPrecheckout: refusedWith(400, 'PreauthorisationFailed', { data: { errors: [{ context: 'payment' }] } }) }),
      checking: agreement({ submitPrecheckout: { signatureURL: null, state: 'checking' } }),
      bank: agreement({ submitPrecheckout: { signatureURL: null, state: 'redirect', redirectURL: 'about:blank' } }),
      leaving: agreement({ submitPrecheckout: { signatureURL: 'about:blank#sign' } }),
      'at-counter': { page: page({ ...deposit, api: { listGateways: [] } }) },
    },
  },
  {
    screen: 'complete-signed', normal: signed({ completePrecheckout: never }), errors: signed({ completePrecheckout: refusedWith(409, 'SignatureFailed') }), busy: 'none: the screen is itself the wait',
    more: {
      unreachable: signed({ completePrecheckout: noNetwork() }),
      declined: signed({ completePrecheckout: refusedWith(409, 'SignatureRefused', { data: { signatureURL: null } }) }),
      rejected: signed({ completePrecheckout: refusedWith(409, 'SignatureRejected', { data: { signatureURL: null } }) }),
      outdated: signed({ completePrecheckout: refusedWith(409, 'AgreementOutdated', { data: { signatureURL: 'http://sign.localhost:4002/sign/new' } }) }),
    },
  },
  { screen: 'complete-rental-agreement', normal: { page: page() }, errors: 'none: everything has been done', busy: 'none: everything has been done' },
  { screen: 'complete-rental-agreement-no-payment', normal: { page: page() }, errors: 'none: everything has been done', busy: 'none: everything has been done' },
  {
    screen: 'verify-damages', normal: { page: page(car) }, errors: { page: page(car), acts: [press('NoCorrectAmount')] }, busy: 'none: nothing is sent',
    more: { 'as-handed-over': { page: page() }, pictures: { page: page(car), acts: [picture('pictures'), picture('pictures')] } },
  },
  reading('verify-km'),
  reading('verify-fuel'),
]
