import type { RouteName } from '@checkin/routes'
import { describe, expect, it } from 'vitest'
import { nextStep, transitionFor } from './next-step.ts'
import type { EventName, FlowChange, FlowEvent, FlowFacts, Place } from './transition.ts'
import { transitions } from './transitions.ts'

const main: FlowFacts = { mode: 'main', flow: 'normal', addOn: true, upOn: true, exOn: true, exEnabled: true, stepsContinued: false, missingDriverScreen: null, lacksForCompletion: false, offersLayout: 'steps', changing: null, passed: [] }
const page: FlowFacts = { ...main, offersLayout: 'page' }
const additional: FlowFacts = { ...main, flow: 'additionalDriver' }
const precheckout: FlowFacts = { ...main, mode: 'precheckout', flow: 'update' }
const licence = 'driver-document-license'

const eventOf = (name: EventName, payload: object = {}) => ({ name, payload }) as FlowEvent
const changeOf = (on: RouteName, name: EventName, facts: FlowFacts): FlowChange | undefined => nextStep(on, eventOf(name), facts, 'ok')?.change
const targetOf = (on: RouteName, name: EventName, facts: FlowFacts, { payload, reload = 'ok' }: { readonly payload?: object; readonly reload?: 'ok' | 'failed' } = {}): Place | undefined =>
  nextStep(on, eventOf(name, payload), facts, reload)?.target
const screen = (name: RouteName) => ({ kind: 'screen', name })

describe('what a row changes beside the screen', () => {
  it.each([
    ['a check-in that begins is a normal one (S1.13)', 'reservation', 'reservationConfirmed', { ...main, flow: 'update' }, { flow: 'normal' }],
    ['Back of finding a driver ends what was changed, while data are missing too (S3.28)', 'verify-driver', 'driverVerificationLeft', { ...precheckout, missingDriverScreen: 'driver-contact' }, { flow: 'update' }],
    ['Back of the additional driver\'s details ends what was changed, on one page too (S2.9)', 'driver-details', 'driverDetailsLeft', { ...page, flow: 'additionalDriver' }, { flow: 'update' }],
    ['a driver saved in pre-checkout ends what was changed (S3.17)', licence, 'driverSaved', precheckout, { flow: 'update' }],
    ['an additional driver saved on one page ends what was changed (S2.20)', licence, 'driverSaved', { ...page, flow: 'additionalDriver' }, { flow: 'update' }],
    ['a main driver saved changes nothing (S1.27)', licence, 'driverSaved', main, {}],
    ['No to an additional driver in pre-checkout ends what was changed (S3.25)', 'additional-driver', 'additionalDriverRejected', precheckout, { flow: 'update' }],
    ['an upgrade in pre-checkout is taken (S3.32)', 'upselling', 'upgradeAccepted', precheckout, { progress: { upgradeTaken: true } }],
    ['an upgrade is taken (S1.38)', 'upselling', 'upgradeAccepted', main, { progress: { upgradeTaken: true } }],
    ['an upgrade on one page is taken (S1.83)', 'extras', 'upgradeAccepted', page, { progress: { upgradeTaken: true } }],
    ['no upgrade on one page is known (S1.35)', 'extras', 'upgradesNotFound', page, { progress: { upsellingNoResults: true } }],
    ['No to extras answers them (S1.44)', 'add-extras', 'extrasDeclined', main, { progress: { extrasAnswered: true } }],
    ['submitted extras answer them (S1.48)', 'extras', 'extrasSubmitted', main, { progress: { extrasAnswered: true } }],
    ['skipped extras answer them (S1.49)', 'extras', 'extrasSkipped', main, { progress: { extrasAnswered: true } }],
    ['data that are modified from the second review are an update (S3.40)', 'overview-precheckout', 'reviewReopened', { ...precheckout, flow: 'normal' }, { flow: 'update' }],
    ['data that are modified from the review are an update (S3.8)', 'precheckout', 'precheckoutReopened', { ...precheckout, flow: 'normal' }, { flow: 'update' }],
    ['signing at the counter completes without payment (S3.47)', 'rental-agreement', 'agreementDeferred', precheckout, { completion: 'ra-no-payment' }],
    ['a signature completes pre-checkout (S3.49)', 'complete-signed', 'agreementSigned', precheckout, { completion: 'ra' }],
    ['a paid wallet completes only where nothing is missing (S1.73)', 'paymentLog', 'walletPaymentLogged', { ...main, lacksForCompletion: true }, {}],
  ] as const satisfies readonly (readonly [string, RouteName, EventName, FlowFacts, FlowChange])[])('%s', (_what, on, event, facts, change) => {
    expect(changeOf(on, event, facts)).toEqual(change)
  })
})

describe('what is loaded again before a row is decided', () => {
  it.each([
    ['after a saved driver (S1.27)', licence, 'driverSaved', main], ['after an additional one (S2.16)', licence, 'driverSaved', additional], ['after one in pre-checkout (S3.17)', licence, 'driverSaved', precheckout],
    ['after an additional one on one page (S2.20)', licence, 'driverSaved', { ...page, flow: 'additionalDriver' }], ['after an upgrade (S1.38)', 'upselling', 'upgradeAccepted', main],
    ['after an upgrade in pre-checkout (S3.32)', 'upselling', 'upgradeAccepted', precheckout], ['after an upgrade on one page (S1.83)', 'extras', 'upgradeAccepted', page],
    ['after a wallet that was left (S1.63)', 'paymentCancel', 'walletPaymentCancelled', main], ['after the choices of an agreement (S3.45)', 'rental-agreement', 'agreementChoicesStored', precheckout],
  ] as const)('the reservation, %s', (_when, on, event, facts) => {
    expect(transitionFor(on, eventOf(event), facts)?.reload).toBe('reservation')
  })

  it.each([['TermsNotAccepted', main], ['TermsNotAccepted', precheckout], ['DriverDataMissing', main], ['ModuleOff', main], ['NotEligible', precheckout]] as const)('the reservation, after the API missed something: %s (DEC-95)', (code, facts) => {
    expect(transitionFor('overview', eventOf('requirementMissed', { code, step: 'reservation' }), facts)?.reload).toBe('reservation')
  })

  it.each([['checkinCompleted', 'overview', main], ['walletPaymentLogged', 'paymentLog', main], ['walletPaymentLogged', 'paymentLog', { ...main, lacksForCompletion: true }]] as const)(
    'the reservation and whether pre-checkout is possible, after %s (SHELL-48)', (event, on, facts) => {
      expect(transitionFor(on, eventOf(event), facts)?.reload).toBe('eligibility')
      expect(targetOf(on, event, facts, { reload: 'failed' })).toEqual(screen('complete'))
    })
})

describe('where a row leads, by its facts', () => {
  it('a reservation with an agreement is found beside the code too (S1.6)', () => {
    expect(nextStep('verify-code', eventOf('rentalAgreementFound'), main)).toEqual({ target: { kind: 'stay' }, change: { progress: { reservationHasRA: true } } })
  })

  it('a code that is accepted while the screen before it still shows opens the reservation (S1.7)', () => {
    expect(targetOf('verify-reservation', 'codeAccepted', main)).toEqual(screen('reservation'))
  })

  it('a paid wallet leads to the overview while something is missing, which leads on (S1.73)', () => {
    expect(targetOf('paymentLog', 'walletPaymentLogged', { ...main, lacksForCompletion: true })).toEqual(screen('overview'))
  })

  it('a payment that could not be booked is told with whom to ask, and ends the session (S1.62)', () => {
    expect(targetOf('paymentLog', 'walletPaymentUnlogged', main)).toEqual({ kind: 'notify-then-clear', keys: ['Yourpaymentwassuccessful', 'ContactFirmToAssociatePayment'] })
  })

  it('the deposit is given by the link that was made for it (S1.65)', () => {
    expect(targetOf('complete', 'securityDepositChosen', main, { payload: { guid: 'a-link-token' } })).toEqual({ ...screen('precheckout-guid'), params: { guid: 'a-link-token' } })
  })

  it('a reservation that may not be prepared online goes on in the main flow, also where it cannot be loaded again (S3.3)', () => {
    expect(targetOf('rental-agreement', 'requirementMissed', precheckout, { payload: { code: 'NotEligible', step: 'reservation' }, reload: 'failed' })).toEqual(screen('reservation'))
  })

  it('choices of an agreement stay on its screen (S3.45)', () => {
    expect(targetOf('rental-agreement', 'agreementChoicesStored', precheckout)).toEqual({ kind: 'stay' })
  })

  it('a session that has ended says so (S1.69)', () => {
    expect(targetOf('driver-contact', 'sessionRefused', main)).toEqual({ kind: 'clear', notice: 'Notice.sessionEnded' })
  })
})

it('every row of the table names the rows of STATES or the decision that it is', () => {
  expect(transitions.filter(({ rows }) => !/^(all rows whose only effect is a (message|modal)$|[SD]\w+[.-]\d)/.test(rows)).map(({ rows, event }) => [event, rows])).toEqual([])
})
