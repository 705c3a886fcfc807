import { flowContract } from '@checkin/flow'
import { routeNames, routeOf, routes, type RouteName } from '@checkin/routes'
import { stateRows as states } from '@checkin/testing/states'
import { describe, expect, it } from 'vitest'
import { guard } from '../navigation/guards.ts'
import { nextOptionalStep, nextStep, transitionFor } from './next-step.ts'
import type { EventName, FlowEvent, FlowFacts } from './transition.ts'
import { transitions } from './transitions.ts'

const main: FlowFacts = { mode: 'main', flow: 'normal', addOn: true, upOn: true, exOn: true, exEnabled: true, stepsContinued: false, missingDriverScreen: null, lacksForCompletion: false, offersLayout: 'steps', changing: null, passed: [] }
const page: FlowFacts = { ...main, offersLayout: 'page' }
const additional: FlowFacts = { ...main, flow: 'additionalDriver' }
const precheckout: FlowFacts = { ...main, mode: 'precheckout', flow: 'update' }
const precheckoutAdditional: FlowFacts = { ...precheckout, flow: 'additionalDriver' }

type Walk = readonly [on: RouteName, event: EventName, facts?: FlowFacts, more?: { readonly payload?: Record<string, unknown>; readonly reload?: 'ok' | 'failed' }]
const says = (on: RouteName, event: EventName, facts = main, more: Walk[3] = {}): Walk => [on, event, facts, more]
const problem = (on: RouteName, facts = main): Walk => says(on, 'problemOccurred', facts)
const modal = (on: RouteName, facts = main): Walk => says(on, 'questionRaised', facts)
const leaves = (on: RouteName, facts = main): Walk => says(on, 'leaveAttempted', facts)
const licence = 'driver-document-license'
const chooses = (section: string): Walk => says('overview', 'reviewSectionChosen', main, { payload: { section } })

/** How each row of states.json is walked: on which screen, by which event, under which guard. S1.68 is the guard of safe screens, S1.73 leads by the overview's guard, S1.77 and S3.41b are panels of their module's own. */
const walks: Readonly<Record<string, Walk>> = {
  'S1.1': says('verify-reservation', 'reservationLocated'), 'S1.2': says('verify-reservation', 'rentalAgreementFound'), 'S1.3': problem('verify-reservation'),
  'S1.4': says('verify-reservation', 'emailEntryLeft'), 'S1.5': says('verify-reservation', 'codeSent'), 'S1.6': problem('verify-reservation'),
  'S1.7': says('verify-code', 'codeAccepted'), 'S1.8': problem('verify-code'), 'S1.9': says('verify-code', 'codeSent'), 'S1.10': says('verify-code', 'codeEntryLeft'),
  'S1.11': says('verify-guid', 'linkAccepted'), 'S1.12': says('verify-guid', 'linkRefused', main, { payload: { reason: 'has-agreement' } }),
  'S1.13': says('reservation', 'reservationConfirmed'), 'S1.14': says('reservation', 'checkinExited'),
  'S1.15': says('verify-driver', 'driverVerified'), 'S1.16': problem('verify-driver'), 'S1.17': problem('verify-driver'), 'S1.18': problem('verify-driver'), 'S1.19': problem('verify-driver'),
  'S1.20': says('verify-driver', 'driverVerificationLeft'), 'S1.21': says('driver-details', 'driverDetailsGiven'), 'S1.22': says('driver-details', 'driverDetailsLeft'),
  'S1.23': says('driver-contact', 'driverContactGiven'), 'S1.24': says('driver-contact', 'driverContactLeft'),
  'S1.25': says('driver-document', 'driverDocumentGiven'), 'S1.26': says('driver-document', 'driverDocumentLeft'),
  'S1.27': says(licence, 'driverSaved', main, { reload: 'ok' }), 'S1.28': problem(licence), 'S1.29': says(licence, 'driverLicenceLeft'), 'S1.30': leaves(licence),
  'S1.31': says('additional-driver', 'additionalDriverSkipped'), 'S1.32': says('additional-driver', 'additionalDriverAccepted'),
  'S1.33': says('additional-driver', 'additionalDriverRejected'), 'S1.34': leaves('additional-driver'),
  'S1.35': says('upselling', 'upgradesNotFound'), 'S1.36': says('upselling', 'upgradesFailed'), 'S1.37': says('upselling', 'upgradeChosen'),
  'S1.38': says('upselling', 'upgradeAccepted', main, { reload: 'ok' }), 'S1.39': says('upselling', 'upgradeRefused'), 'S1.40': says('upselling', 'upgradeDeclined'),
  'S1.41': says('upselling', 'upgradesSkipped'), 'S1.42': leaves('upselling'),
  'S1.43': says('add-extras', 'extrasWanted'), 'S1.44': says('add-extras', 'extrasDeclined'), 'S1.45': leaves('add-extras'),
  'S1.46': says('extras', 'extrasRecalculated'), 'S1.47': problem('extras'), 'S1.48': says('extras', 'extrasSubmitted'), 'S1.49': says('extras', 'extrasSkipped'),
  'S1.50': says('overview', 'checkinCompleted', main, { reload: 'ok' }), 'S1.51': problem('overview'), 'S1.52': says('overview', 'checkinCompleted', main, { reload: 'ok' }),
  'S1.53': problem('overview'), 'S1.54': modal('overview'), 'S1.55': says('overview', 'checkinCompleted', main, { reload: 'ok' }), 'S1.56': says('overview', 'walletOpened'),
  'S1.57': problem('overview'), 'S1.58': problem('overview'), 'S1.59': says('overview', 'overviewLeft'), 'S1.60': says('overview', 'overviewExited'),
  'S1.61': says('paymentLog', 'walletPaymentLogged', main, { reload: 'ok' }), 'S1.62': says('paymentLog', 'walletPaymentUnlogged'),
  'S1.63': says('paymentCancel', 'walletPaymentCancelled', main, { reload: 'ok' }), 'S1.64': says('paymentCancel', 'walletPaymentCancelled', main, { reload: 'failed' }),
  'S1.65': says('complete', 'securityDepositChosen', main, { payload: { guid: 'a-link-token' } }), 'S1.66': says('complete', 'checkinFinished'), 'S1.67': leaves('complete'),
  'S1.69': says('driver-contact', 'sessionRefused'),
  'S1.70': says('overview', 'requirementMissed', main, { payload: { code: 'TermsNotAccepted', step: 'reservation' }, reload: 'ok' }),
  'S1.71': says('overview', 'requirementMissed', main, { payload: { code: 'DriverDataMissing', step: 'driver-contact' }, reload: 'ok' }),
  'S1.72': says('extras', 'requirementMissed', main, { payload: { code: 'ModuleOff', step: 'overview' }, reload: 'ok' }),
  'S1.74': says('verify-reservation', 'reservationLocated'), 'S1.75': says('verify-reservation', 'codeSent'), 'S1.76': problem('verify-reservation'),
  'S1.78': modal('extras'), 'S1.79': says('extras', 'extrasSubmitted'), 'S1.80': says('extras', 'extrasSkipped'),
  'S1.81': says(licence, 'driverSaved', page, { reload: 'ok' }), 'S1.82': says('extras', 'additionalDriverAccepted', page),
  'S1.83': says('extras', 'upgradeAccepted', page, { reload: 'ok' }), 'S1.84': says('extras', 'extrasSubmitted', page),
  'S1.85': says('verify-driver', 'driverVerified', main, { payload: { isNew: false, toCheck: true } }), 'S1.86': says('verify-driver', 'driverSaved', main, { reload: 'ok' }),
  'S1.87': says('verify-driver', 'driverVerificationReopened'), 'S1.88': problem('verify-driver'),
  'S1.91': chooses('driver'), 'S1.92': chooses('document'), 'S1.93': chooses('licence'), 'S1.94': chooses('additional-driver'), 'S1.95': chooses('offer-driver'),
  'S1.96': chooses('vehicle'), 'S1.97': chooses('extras'), 'S1.98': says('driver-details', 'driverDetailsLeft', { ...main, changing: 'driver' }),
  'S2.1': says('additional-driver', 'additionalDriverAccepted'), 'S2.2': says('verify-driver', 'driverVerified', additional), 'S2.3': problem('verify-driver', additional),
  'S2.4': problem('verify-driver', additional), 'S2.5': says('verify-driver', 'driverVerificationLeft', precheckoutAdditional), 'S2.6': says('verify-driver', 'driverVerificationLeft', additional),
  'S2.7': says('driver-details', 'driverDetailsGiven', additional), 'S2.8': says('driver-details', 'driverVerificationReopened', additional),
  'S2.9': says('driver-details', 'driverDetailsLeft', additional), 'S2.10': says('driver-details', 'driverDetailsLeft', precheckoutAdditional),
  'S2.11': says('driver-contact', 'driverContactGiven', additional), 'S2.12': says('driver-contact', 'driverContactLeft', additional),
  'S2.13': says('driver-document', 'driverDocumentGiven', additional), 'S2.14': says('driver-document', 'driverDocumentLeft', additional), 'S2.15': says(licence, 'driverLicenceLeft', additional),
  'S2.16': says(licence, 'driverSaved', additional, { reload: 'ok' }), 'S2.17': says(licence, 'driverSaved', precheckoutAdditional, { reload: 'ok' }),
  'S2.18': problem(licence, additional), 'S2.19': leaves(licence, additional),
  'S2.20': says(licence, 'driverSaved', { ...page, flow: 'additionalDriver' }, { reload: 'ok' }),
  'S2.21': says('verify-driver', 'driverVerified', additional, { payload: { isNew: true, toCheck: true } }),
  'S2.22': says('verify-driver', 'driverSaved', { ...page, flow: 'additionalDriver' }, { reload: 'ok' }), 'S2.23': says('verify-driver', 'driverVerificationReopened', additional), 'S2.24': problem('verify-driver', additional),
  'S3.1': says('precheckout-guid', 'precheckoutOpened'), 'S3.2': says('precheckout-guid', 'precheckoutOpened'), 'S3.3': says('precheckout-guid', 'precheckoutDenied', precheckout),
  'S3.4': says('precheckout-guid', 'precheckoutRefused', main, { payload: { reason: 'unknown' } }), 'S3.5': says('precheckout-guid', 'precheckoutRefused', main, { payload: { reason: 'has-agreement' } }),
  'S3.6': says('precheckout', 'precheckoutConfirmed', precheckout), 'S3.7': says('precheckout', 'precheckoutConfirmed', { ...precheckout, stepsContinued: true }),
  'S3.8': says('precheckout', 'precheckoutReopened', precheckout), 'S3.9': says('precheckout', 'precheckoutExited', precheckout),
  'S3.10': says('driver-details', 'driverDetailsLeft', precheckout), 'S3.11': says('driver-details', 'driverDetailsGiven', precheckout),
  'S3.12': says('driver-contact', 'driverContactGiven', precheckout), 'S3.13': says('driver-contact', 'driverContactLeft', precheckout),
  'S3.14': says('driver-document', 'driverDocumentGiven', precheckout), 'S3.15': says('driver-document', 'driverDocumentLeft', precheckout),
  'S3.16': says(licence, 'driverLicenceLeft', precheckout), 'S3.17': says(licence, 'driverSaved', precheckout, { reload: 'ok' }), 'S3.18': problem(licence, precheckout), 'S3.19': leaves(licence, precheckout),
  'S3.20': says('precheckout-steps', 'additionalDriverCardChosen', precheckout), 'S3.21': says('precheckout-steps', 'upgradeCardChosen', precheckout),
  'S3.22': says('precheckout-steps', 'extrasCardChosen', precheckout), 'S3.23': says('precheckout-steps', 'precheckoutStepsContinued', precheckout),
  'S3.24': says('additional-driver', 'additionalDriverAccepted', precheckout), 'S3.25': says('additional-driver', 'additionalDriverRejected', precheckout),
  'S3.26': says('additional-driver', 'additionalDriverSkipped', precheckout), 'S3.27': leaves('additional-driver', precheckout), 'S3.28': says('verify-driver', 'driverVerificationLeft', precheckout),
  'S3.29': says('upselling', 'upgradeChosen', precheckout), 'S3.30': says('upselling', 'upgradeDeclined', precheckout), 'S3.31': says('upselling', 'upgradeRefused', precheckout),
  'S3.32': says('upselling', 'upgradeAccepted', precheckout, { reload: 'ok' }), 'S3.33': says('upselling', 'upgradesSkipped', precheckout),
  'S3.34': says('upselling', 'upgradesNotFound', precheckout), 'S3.35': leaves('upselling', precheckout), 'S3.36': says('upselling', 'upgradesFailed', precheckout),
  'S3.37': says('extras', 'extrasSubmitted', precheckout), 'S3.38': says('extras', 'extrasSkipped', precheckout),
  'S3.39': says('overview-precheckout', 'reviewConfirmed', precheckout), 'S3.40': says('overview-precheckout', 'reviewReopened', precheckout), 'S3.41': says('overview-precheckout', 'overviewExited', precheckout),
  'S3.42': says('rental-agreement', 'signatureOpened', precheckout), 'S3.43': modal('rental-agreement', precheckout), 'S3.44': modal('rental-agreement', precheckout),
  'S3.45': modal('rental-agreement', precheckout), 'S3.46': modal('rental-agreement', precheckout), 'S3.47': says('rental-agreement', 'agreementDeferred', precheckout), 'S3.48': modal('rental-agreement', precheckout),
  'S3.49': says('complete-signed', 'agreementSigned', precheckout), 'S3.50': says('complete-signed', 'signatureUnconfirmed', precheckout), 'S3.51': says('complete-rental-agreement', 'precheckoutFinished', precheckout),
  'S3.52': says('rental-agreement', 'requirementMissed', precheckout, { payload: { code: 'TermsNotAccepted', step: 'precheckout' }, reload: 'ok' }),
  'S3.53': says('rental-agreement', 'requirementMissed', precheckout, { payload: { code: 'DriverDataMissing', step: 'driver-contact' }, reload: 'ok' }),
  'S3.54': says('rental-agreement', 'requirementMissed', precheckout, { payload: { code: 'NotEligible', step: 'reservation' }, reload: 'ok' }),
  'S3.56': says('complete-signed', 'signatureUnconfirmed', precheckout), 'S3.57': says('complete-signed', 'signatureOpened', precheckout),
  'S3.55': modal('extras', precheckout),
  'S4.1': says('verify-damages', 'damagesConfirmed'), 'S4.2': problem('verify-damages'), 'S4.3': says('verify-km', 'mileageConfirmed'), 'S4.4': says('verify-km', 'mileageLeft'),
  'S4.5': says('verify-fuel', 'fuelConfirmed'), 'S4.6': says('verify-fuel', 'fuelLeft'),
}

/** The screens of the words that STATES uses for a place. */
const places: Readonly<Record<string, RouteName>> = {
  'locate-view1': 'verify-reservation', 'locate-view2': 'verify-reservation', '/precheckout/{guid}': 'precheckout-guid',
  'complete (ra)': 'complete-rental-agreement', 'complete (ra-no-payment)': 'complete-rental-agreement-no-payment',
}

/** Targets with a condition, as STATES words them; with everything on, the first named is the answer (the rest: see the tables below). */
const firstOf: Readonly<Record<string, RouteName>> = {
  'next(start)': 'additional-driver', 'next(additional-driver)': 'upselling', 'next(upselling)': 'add-extras',
  'add-extras (exOn) else overview': 'add-extras', 'upselling (upOn) else add-extras (exOn) else overview': 'upselling',
  'add-extras, else upselling, else additional-driver, else licence (last enabled)': 'add-extras',
}

/** The row's target, in the words of `nextStep`. The upgrade panel is part of the upselling screen. */
function expected(row: (typeof states)[number]): unknown {
  const text = row.target.replaceAll('`', '')
  if (text.startsWith('stay') || text === 'upselling panel' || row.state === 'upselling panel' && text === 'upselling') return { kind: 'stay' }
  if (text === 'clear') return { kind: 'clear' }
  if (text === 'modal keep or drop') return { kind: 'stay' }
  if (text === 'modal Q') return { kind: 'ask-to-quit' }
  if (text.startsWith('modal Yourpaymentwassuccessful')) return { kind: 'notify-then-clear' }
  if (text.startsWith('external')) return { kind: 'leave-site' }
  const name = firstOf[text] ?? Object.entries(places).find(([word]) => text.startsWith(word))?.[1] ?? routeNames.find((each) => each === text.split(/[ ?]/)[0])
  expect(name, `target "${row.target}" of ${row.id}`).toBeDefined()
  const [, key, value] = /\?(\w+)=(\w+)/.exec(text) ?? []
  return key === undefined ? { kind: 'screen', name } : { kind: 'screen', name, query: { [key]: value } }
}

const rows = states.filter(({ id }) => !['S1.68', 'S1.73', 'S1.77', 'S3.41b'].includes(id))

describe('every row of the states table', () => {
  it('is walked', () => {
    expect(Object.keys(walks).sort()).toEqual(rows.map((row) => row.id).sort())
  })

  it.each(rows.map((row) => [row.id, row.state, row.event, row.guard, row.target, row] as const))('%s: on %s, "%s" (%s) leads to %s', (id, _state, _event, _guard, _target, row) => {
    const [on, event, facts = main, { payload = {}, reload = 'none' } = {}] = walks[id] as Walk
    const decision = nextStep(on, { name: event, payload } as FlowEvent, facts, reload)
    expect(decision?.target).toMatchObject(expected(row) as object)

    const effects = row.effects
    const flow = /^(?!on Confirm).*flow = (\w+)/.exec(effects)?.[1]
    if (flow !== undefined) expect(decision?.change.flow ?? facts.flow).toBe(flow)
    if (effects.startsWith('flow stays')) expect(decision?.change.flow).toBeUndefined()
    const mode = /PC = (true|false)/.exec(effects)?.[1]
    if (mode !== undefined) expect(decision?.change.mode).toBe(mode === 'true' ? 'precheckout' : 'main')
    for (const flag of ['reservationHasRA', 'upsellingNoResults', 'extrasCompletedPrecheckout', 'stepsContinued'] as const) {
      if (effects.includes(flag)) expect(decision?.change.progress?.[flag] ?? event === 'problemOccurred').toBe(true)
    }
  })

  it.each(rows.map(({ id }) => id))('%s is answered by a row of the table that says so', (id) => {
    const [on, event, facts = main, { payload = {} } = {}] = walks[id] as Walk
    const answering = transitionFor(on, { name: event, payload } as FlowEvent, facts)?.rows ?? ''
    const byMessage = ['all rows whose only effect is a message', 'all rows whose only effect is a modal']
    const byRuling = ['S1.70', 'S1.71', 'S1.72', 'S3.52', 'S3.53', 'S3.54']
    if (byMessage.includes(answering)) expect(['problemOccurred', 'questionRaised']).toContain(event)
    else if (byRuling.includes(id)) expect(answering).toMatch(/DEC-95|S3\.3/)
    else expect(answering.split(/[ ,]+/)).toContain(id)
  })

  it('S1.68: opened without a reservation, every safe screen leads to "/" (SHELL-39)', () => {
    for (const name of routeNames.filter((each) => routeOf(each).safe)) {
      expect(guard(routeOf(name), { hasReservation: false, hasLookup: false, completion: null, isSandbox: false, isAvailable: true, origin: 'address' })).toBe('home')
    }
  })
})

describe('the next optional step after the licence (SHELL-54)', () => {
  const flags = (bits: string): FlowFacts => ({ ...main, addOn: bits[0] === '1', upOn: bits[1] === '1', exOn: bits[2] === '1' })

  it.each([
    ['111', 'additional-driver'], ['110', 'additional-driver'], ['101', 'additional-driver'], ['100', 'additional-driver'],
    ['011', 'upselling'], ['010', 'upselling'], ['001', 'add-extras'], ['000', 'overview'],
  ])('with (add driver, upgrade, extras) = %s is %s', (bits, name) => {
    expect(nextOptionalStep('driver-document-license', flags(bits))).toBe(name)
  })

  it.each([['011', 'upselling'], ['010', 'upselling'], ['001', 'add-extras'], ['000', 'overview'], ['100', 'overview']])('after the additional driver with %s is %s', (bits, name) => {
    expect(nextOptionalStep('additional-driver', flags(bits))).toBe(name)
  })

  it.each([['001', 'add-extras'], ['110', 'overview']])('after the upgrade with %s is %s', (bits, name) => {
    expect(nextOptionalStep('upselling', flags(bits))).toBe(name)
  })

  it.each([
    [licence, 'driverSaved', 'driver', main], [licence, 'driverSaved', 'licence', page], [licence, 'driverSaved', 'additional-driver', additional],
    [licence, 'driverSaved', 'additional-driver', { ...page, flow: 'additionalDriver' }], ['additional-driver', 'additionalDriverRejected', 'offer-driver', main],
    ['upselling', 'upgradeAccepted', 'vehicle', main], ['upselling', 'upgradesSkipped', 'vehicle', main], ['upselling', 'upgradesFailed', 'vehicle', main],
    ['extras', 'extrasSubmitted', 'extras', main], ['extras', 'extrasSkipped', 'extras', page], ['driver-details', 'driverDetailsLeft', 'additional-driver', additional],
  ] as const)('on %s after %s is the overview while %s is changed from there (DEC-184)', (on, name, changing, facts) => {
    expect(nextStep(on, { name, payload: {} } as FlowEvent, { ...facts, changing }, 'ok')?.target).toEqual({ kind: 'screen', name: 'overview' })
  })

  it('is the steps screen in pre-checkout, whatever is on (SHELL-55)', () => {
    for (const bits of ['111', '000']) expect(nextOptionalStep('driver-document-license', { ...flags(bits), mode: 'precheckout' })).toBe('precheckout-steps')
  })

  it.each([['111', true, 'add-extras'], ['110', false, 'upselling'], ['100', false, 'additional-driver'], ['000', false, 'driver-document-license'], ['110', true, 'add-extras']] as const)(
    'backwards from the overview with %s and extras %s is %s (DEC-87)', (bits, exEnabled, name) => {
      expect(nextStep('overview', { name: 'overviewLeft', payload: {} }, { ...flags(bits), exEnabled })?.target).toEqual({ kind: 'screen', name })
    })
})

describe('the driver\'s screens', () => {
  const to = (on: RouteName, event: EventName, facts: FlowFacts, more: Walk[3] = {}): unknown => nextStep(on, { name: event, payload: more.payload ?? {} } as FlowEvent, facts, more.reload)?.target
  const screen = (name: RouteName) => ({ kind: 'screen', name })

  it.each([
    ['the reservation', main, 'reservation'], ['the additional driver\'s question', additional, 'additional-driver'],
    ['the steps', precheckout, 'precheckout-steps'], ['the steps, pre-checkout coming first', precheckoutAdditional, 'precheckout-steps'],
  ] as const)('verify-driver goes back to %s (DRIVER-16, PRECHK-08, DEC-58)', (_, facts, name) => {
    expect(to('verify-driver', 'driverVerificationLeft', facts)).toEqual(screen(name))
  })

  it.each([
    ['upselling', additional, 'upselling'], ['add-extras without upgrades', { ...additional, upOn: false }, 'add-extras'],
    ['the overview without either', { ...additional, upOn: false, exOn: false }, 'overview'], ['pre-checkout', precheckoutAdditional, 'precheckout'], ['pre-checkout, for the main driver too', precheckout, 'precheckout'],
  ] as const)('driver-details goes back to %s (DRIVER-32, PRECHK-08, DEC-14)', (_, facts, name) => {
    expect(to('driver-details', 'driverDetailsLeft', facts)).toEqual(screen(name))
  })

  it('driver-details of the main flow goes back to verify-driver, which runs nothing by itself (DRIVER-32, DRIVER-17)', () => {
    expect(to('driver-details', 'driverDetailsLeft', main)).toEqual({ ...screen('verify-driver'), query: { isBack: 'true' } })
  })

  it.each([
    ['the next optional step', main, 'additional-driver'], ['the step after the additional driver', additional, 'upselling'],
    ['the steps', precheckout, 'precheckout-steps'], ['the steps, for the additional driver too', precheckoutAdditional, 'precheckout-steps'],
  ] as const)('the saved licence goes on to %s (DRIVER-57, PRECHK-07)', (_, facts, name) => {
    expect(to(licence, 'driverSaved', facts, { reload: 'ok' })).toEqual(screen(name))
  })
})

describe('the table as a whole', () => {
  it('answers no event that its screen does not publish: a late answer moves nobody', () => {
    expect(nextStep('reservation', { name: 'codeSent', payload: { mail: '' } }, main)).toBeNull()
    expect(transitionFor('verify-reservation', { name: 'driverSaved', payload: { addDriver: false } }, main)).toBeUndefined()
    expect(transitionFor('reservation', { name: 'anEventOfTomorrow', payload: {} } as unknown as FlowEvent, main)).toBeUndefined()
  })

  it('keeps the renter on the licence when the saved data can\'t be loaded again', () => {
    expect(nextStep(licence, { name: 'driverSaved', payload: { addDriver: false } }, main, 'failed')).toEqual({ target: { kind: 'stay' }, change: {} })
    expect(nextStep(licence, { name: 'driverSaved', payload: { addDriver: true } }, precheckoutAdditional, 'failed')).toEqual({ target: { kind: 'stay' }, change: {} })
    expect(nextStep('reservation', { name: 'reservationConfirmed', payload: {} }, main, 'failed')?.target).toEqual({ kind: 'screen', name: 'verify-driver' })
  })

  it('shows completion even when the reload after it fails: the work is done', () => {
    expect(nextStep('overview', { name: 'checkinCompleted', payload: {} }, main, 'failed')?.target).toEqual({ kind: 'screen', name: 'complete' })
  })

  it('tells an unknown link from a reservation that has an agreement (DEC-55, DEC-56)', () => {
    const notice = (reason: 'unknown' | 'has-agreement'): unknown => nextStep('verify-guid', { name: 'linkRefused', payload: { reason } }, main)?.target
    expect(notice('unknown')).toEqual({ kind: 'clear', notice: 'Notice.linkNotValid' })
    expect(notice('has-agreement')).toEqual({ kind: 'clear', notice: 'IsntPossibleChangeThisReservation' })
  })

  it('knows only events of the contract and of the browser', () => {
    const known = new Set([...flowContract.map(({ name }) => name), 'leaveAttempted'])
    expect(transitions.filter((row) => !known.has(row.event)).map((row) => row.event)).toEqual([])
  })

  it('has a way on for every screen', () => {
    const withWayOn = new Set(transitions.flatMap((row) => (row.on === 'any' ? [] : row.on)))
    expect(routes.filter(({ name, stay }) => !withWayOn.has(name) && stay !== 'end').map(({ name }) => name)).toEqual([])
  })

  it('lets no row hide behind an earlier one for the same screen and event', () => {
    const seen = new Set<string>()
    for (const row of transitions) {
      for (const on of row.on === 'any' ? ['any'] : row.on) {
        expect(seen.has(`${on} ${row.event}`), `${row.rows} is unreachable`).toBe(false)
        if (!row.when) seen.add(`${on} ${row.event}`)
      }
    }
  })
})

describe('the way through pre-checkout (DEC-60)', () => {
  const from = (on: RouteName, event: EventName, facts: FlowFacts): unknown => nextStep(on, { name: event, payload: {} } as FlowEvent, facts)?.target
  const nothingOn: FlowFacts = { ...precheckout, addOn: false, upOn: false, exOn: false }

  it.each([
    ['with each step on', precheckout, 'precheckout-steps'], ['with the additional driver alone', { ...nothingOn, addOn: true }, 'precheckout-steps'], ['with the upgrade alone', { ...nothingOn, upOn: true }, 'precheckout-steps'],
    ['with extras alone', { ...nothingOn, exOn: true }, 'precheckout-steps'], ['with the steps behind', { ...precheckout, stepsContinued: true }, 'rental-agreement'], ['with nothing on', nothingOn, 'rental-agreement'],
  ] as const)('the review leads %s to the right place', (_, facts, name) => {
    expect(from('precheckout', 'precheckoutConfirmed', facts)).toEqual({ kind: 'screen', name })
  })

  it('the steps lead to the second review, which leads to the agreement, back to the data, or out', () => {
    expect(from('precheckout-steps', 'precheckoutStepsContinued', precheckout)).toEqual({ kind: 'screen', name: 'overview-precheckout' })
    expect(from('overview-precheckout', 'reviewConfirmed', precheckout)).toEqual({ kind: 'screen', name: 'rental-agreement' })
    expect(from('overview-precheckout', 'reviewReopened', precheckout)).toEqual({ kind: 'screen', name: 'driver-details' })
    expect(from('overview-precheckout', 'overviewExited', precheckout)).toEqual({ kind: 'clear' })
  })
})

describe('screens that share a path (DEC-17)', () => {
  const to = (on: RouteName, event: EventName, facts: FlowFacts, reload: 'none' | 'ok' = 'none'): unknown => nextStep(on, { name: event, payload: {} } as FlowEvent, facts, reload)?.target

  it.each([['paymentLog', 'walletPaymentCancelled', 'ok'], ['paymentCancel', 'walletPaymentCancelled', 'ok'], ['add-extras', 'extrasDeclined', 'none']] as const)(
    'an address of the main flow that is opened in pre-checkout leads from %s to the review of pre-checkout, never to one that takes payments', (on, event, reload) => {
      expect(to(on, event, precheckout, reload)).toEqual({ kind: 'screen', name: 'overview-precheckout' })
      expect(to(on, event, main, reload)).toEqual({ kind: 'screen', name: 'overview' })
    })
})

describe('what the API missed (DEC-95)', () => {
  const missed = (code: string, step: string, facts: FlowFacts) => nextStep('overview', { name: 'requirementMissed', payload: { code, step } }, facts, 'ok')
  it.each([
    ['TermsNotAccepted', 'reservation', main, 'reservation'], ['TermsNotAccepted', 'reservation', precheckout, 'precheckout'],
    ['DriverDataMissing', 'driver-contact', main, 'driver-contact'], ['NotEligible', 'reservation', precheckout, 'reservation'],
  ] as const)('%s at %s leads to where it is given', (code, step, facts, name) => {
    expect(missed(code, step, facts)?.target).toMatchObject({ kind: 'screen', name })
  })
  it('a reservation that may not be prepared online goes on in the main flow (DEC-111)', () => {
    expect(missed('NotEligible', 'reservation', precheckout)?.change.mode).toBe('main')
  })
  it.each([['ModuleOff', 'overview'], ['SomethingNew', 'no-such-screen']])('%s at %s stays where it is', (code, step) => {
    expect(missed(code, step, main)?.target).toEqual({ kind: 'stay' })
  })
  it('modifying data in pre-checkout opens the first screen that lacks something, and Back of it the review', () => {
    const missing: FlowFacts = { ...precheckout, missingDriverScreen: 'verify-driver' }
    expect(nextStep('precheckout', { name: 'precheckoutReopened', payload: {} }, missing)?.target).toEqual({ kind: 'screen', name: 'verify-driver' })
    expect(nextStep('verify-driver', { name: 'driverVerificationLeft', payload: {} }, missing)?.target).toEqual({ kind: 'screen', name: 'precheckout' })
  })
})
