import { aDriver, anExtra, aReservation, aSummary, noNetwork, refusedWith } from '@checkin/api/testing'
import { choose, never, press, type ScreenStates } from '@checkin/testing/gallery'
import { aPage, navigation, status, summaryWith, type PageOptions } from './a-page.ts'

export { remote } from '../remote.ts'

const page = (options: PageOptions = {}) => () => aPage({ ...options, api: { listSavedCards: [], ...options.api } })
const unpriced: PageOptions = { summary: null, api: { getFullReservation: noNetwork() } }
const card = [{ code: 'card', name: 'Card', clientScript: 'https://card.invalid/p.js', clientKey: 'key' }, { code: 'wallet', name: 'Wallet' }]
const waiting = { state: 'checking', paymentId: 'p1', amount: 179.55 } as const
const byWallet = [choose('provider', 'wallet'), press('Pay')]
const asLink = { sessionKind: 'link' } as const
const params = { guid: 'a'.repeat(43) }

/** Every state of this module's screens. */
export const screens: readonly ScreenStates[] = [
  {
    screen: 'overview', normal: { page: page({ loaded: aReservation().withAdditionalDriver(aDriver({ name: 'Rui', surname: 'Costa' })).loaded() }) },
    errors: { page: page(), acts: [press('Pay')] }, busy: { page: page({ api: { updateReservation: never } }), acts: byWallet },
    more: {
      loading: { page: page({ api: { listGateways: never } }) },
      'nothing-due': { page: page({ summary: summaryWith(0) }) },
      'must-pay': { page: page({ skipAllowed: false }) },
      'at-counter': { page: page({ off: ['paymentview'] }) },
      'no-gateways': { page: page({ api: { listGateways: noNetwork() } }) },
      unpriced: { page: page(unpriced) },
      changed: { page: page({ summary: aSummary({ extras: [...aSummary().extras, navigation({ isAccepted: true }), anExtra({ extraID: 'BST', description: 'Booster' })] }), draft: { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select', textBefore: '0 × Navigation, €0.00' }], hasClickedUpgrade: true, vehicleBefore: 'Fiat Panda' } }) },
      'card-form': { page: page({ api: { listGateways: card } }), acts: [choose('provider', 'card')] },
      'card-errors': { page: page({ api: { listGateways: card } }), acts: [choose('provider', 'card'), press('Pay')] },
      'saved-cards': { page: page({ api: { listGateways: card, listSavedCards: [{ creditCardNumber: '4111 **** **** 1111', cardFlag: 'VISA', token: 's1', referenceToken: null }] } }), acts: [choose('provider', 'card')] },
      code: { page: page({ ...asLink, api: { listGateways: card } }), acts: [choose('provider', 'card'), choose('savedCard', 'saved')] },
      checking: { page: page({ api: { getPaymentState: status(waiting) } }) },
      pending: { page: page({ api: { getPaymentState: status({ ...waiting, state: 'redirect', redirectURL: 'https://wallet.invalid' }) } }) },
      bank: { page: page({ api: { getPaymentState: status({ ...waiting, state: 'redirect', isFrame: true, redirectURL: 'about:blank' }) } }), acts: [press('Continue')] },
      declined: { page: page({ api: { postPayment: { paymentId: 'p1', status: 'declined', redirectURL: null, code: 'insufficient_funds' } } }), acts: byWallet },
      'amount-changed': { page: page({ api: { postPayment: refusedWith(409, 'AmountChanged', { data: { amount: 189.55 } }) } }), acts: byWallet },
    },
  },
  { screen: 'overview-precheckout', normal: { page: page({ mode: 'precheckout' }) }, errors: { page: page({ ...unpriced, mode: 'precheckout' }) }, busy: 'none: its buttons lead on at once', more: { open: { page: page({ mode: 'precheckout', summary: summaryWith(279.55) }) } } },
  { screen: 'paymentLog', normal: { page: page({ api: { logPayment: never } }), params, query: { uniqueIdentifier: 'wallet-1' } }, errors: 'none: whatever comes of it, the overview tells', busy: 'none: the screen is itself the wait' },
  { screen: 'paymentCancel', normal: { page: page({ api: { cancelPayment: never } }), params }, errors: 'none: whatever comes of it, the overview tells', busy: 'none: the screen is itself the wait' },
  {
    screen: 'complete', normal: { page: page({ summary: summaryWith(79.55) }) }, errors: 'none: everything has been done', busy: 'none: everything has been done',
    more: { deposit: { page: page({ canPrecheckout: true, token: 'link-token-1' }) }, paid: { page: page({ summary: summaryWith(0) }) } },
  },
  {
    screen: 'test-token', normal: { page: page({ api: { listGateways: card } }) }, errors: { page: page({ api: { listGateways: noNetwork() } }) },
    busy: 'none: it lasts as long as the provider, whose fields are not here',
  },
]
