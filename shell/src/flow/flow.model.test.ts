import { aConfig, anExtra, aReservation, aSummary, noNetwork, refusedWith, type Fakes } from '@checkin/api/testing'
import { $completion, $flags, $flow, $mode, $offerDraft, $precheckoutToken, $progress, $reservation, $summary } from '@checkin/flow'
import { $config, $reservation as $loaded } from '@checkin/flow/publish/shell'
import * as driver from '@checkin/flow/publish/driver'
import * as offers from '@checkin/flow/publish/offers'
import * as payment from '@checkin/flow/publish/payment'
import * as precheckout from '@checkin/flow/publish/precheckout'
import * as verification from '@checkin/flow/publish/verification'
import { allSettled, fork } from 'effector'
import { beforeEach, describe, expect, it } from 'vitest'
import { $alert } from '../feedback/alert.model.ts'
import { $modal, modalClosed } from '../feedback/modal.model.ts'
import { $served, servedFor } from '../navigation/page-document.model.ts'
import { $visit } from '../navigation/visit.model.ts'
import { acceptedCode, aPage, type APage } from '../test/a-page.ts'
import { leaveSiteFx } from './flow.model.ts'

beforeEach(() => { sessionStorage.clear() })

const full = (...extras: ReturnType<typeof anExtra>[]): NonNullable<Fakes['getFullReservation']> => ({ ...aReservation().loaded(), summary: { ...aSummary(), extras } })
const withAddDriverOffer = full(anExtra({ extraID: 'ADD', isAddDriver: true }))

/** A renter on a screen of the main flow, with everything to offer. */
async function on(path: string, fakes: Fakes = {}): Promise<APage> {
  const page = await aPage({ fakes: { getFullReservation: withAddDriverOffer, ...fakes }, values: [[$served as never, servedFor(path)]] })
  await page.open('/a-link-token-of-some-length')
  await page.publish(verification.linkAccepted, { ...acceptedCode(aReservation().loaded()), termsAccepted: true })
  await page.open(path, 7)
  return page
}
const nameOf = (page: APage): string | undefined => page.scope.getState($visit)?.name
const licence = 'driver-document-license'

describe('after the driver is saved', () => {
  it('the reservation is loaded again before the next screen is chosen (S1.27, SHELL-54)', async () => {
    const page = await on(`/${licence}`, { getReservation: aReservation({ voucherNr: 'fresh' }).loaded() })
    await page.publish(driver.driverSaved, { addDriver: false })
    expect(page.scope.getState($reservation)?.reservation.voucherNr).toBe('fresh')
    expect(nameOf(page)).toBe('additional-driver')
  })

  it('a complete additional driver in the fresh data is not offered again (S2.16, SHELL-45, DEC-40)', async () => {
    const page = await on('/additional-driver')
    await page.publish(offers.additionalDriverAccepted, {})
    expect(page.scope.getState($flow)).toBe('additionalDriver')
    await page.open(`/${licence}`, 9)
    const complete = aReservation().withAdditionalDriver().loaded()
    const later = await on(`/${licence}`, { getReservation: complete })
    await later.publish(driver.driverSaved, { addDriver: false })
    expect(later.scope.getState($flags).addDriverCompleted).toBe(true)
    expect(nameOf(later)).toBe('upselling')
  })

  it('a failed reload is told and the renter stays (SHELL-60)', async () => {
    const page = await on(`/${licence}`, { getReservation: refusedWith(500, 'Internal', { title: 'The fleet is away' }) })
    await page.publish(driver.driverSaved, { addDriver: false })
    expect(nameOf(page)).toBe(licence)
    expect(page.scope.getState($alert)).toMatchObject({ visible: true, text: 'The fleet is away' })
  })

  it('summary and module status that can\'t be had hold nobody up', async () => {
    const page = await on(`/${licence}`, { getFullReservation: refusedWith(501), getModuleStatus: noNetwork() })
    await page.publish(driver.driverSaved, { addDriver: false })
    expect(nameOf(page)).toBe('upselling')
  })
})

describe('the additional driver\'s flow (SHELL-44, DEC-13)', () => {
  it('begins with Yes and ends with Back out of the details', async () => {
    const page = await on('/additional-driver')
    await page.publish(offers.additionalDriverAccepted, {})
    expect([nameOf(page), page.scope.getState($flow)]).toEqual(['verify-driver', 'additionalDriver'])
    await page.publish(driver.driverVerified, { isNew: true })
    expect(page.scope.getState($flow)).toBe('additionalDriver')
    await page.publish(driver.driverDetailsLeft, {})
    expect([nameOf(page), page.scope.getState($flow)]).toEqual(['upselling', 'update'])
  })

  it.each([
    ['Back of the browser to the offer', ['/additional-driver']], ['Back of the browser to the main driver\'s licence', ['/additional-driver', `/${licence}`]], ['the typed address of another screen', ['/upselling']],
  ])('ends when its screens are left by %s: no screen takes the main driver for the additional one (DEC-118)', async (_, paths) => {
    const page = await on('/additional-driver')
    await page.publish(offers.additionalDriverAccepted, {})
    for (const [steps, path] of paths.entries()) await page.open(path, 7 - steps)
    expect([`/${nameOf(page) ?? ''}`, page.scope.getState($flow)]).toEqual([paths.at(-1), 'update'])
  })

  it.each(['/driver-details', '/driver-contact', '/driver-document', `/${licence}`])('goes on where the renter moves or reloads within its screens: %s (DEC-118)', async (path) => {
    const page = await on('/additional-driver')
    await page.publish(offers.additionalDriverAccepted, {})
    await page.open(path, 9)
    await page.open('/verify-driver', 8)
    expect([nameOf(page), page.scope.getState($flow)]).toEqual(['verify-driver', 'additionalDriver'])
    const reloaded = await aPage({ path, values: [[$served as never, servedFor(path)]] })
    await reloaded.open(path)
    expect([`/${nameOf(reloaded) ?? ''}`, reloaded.scope.getState($flow)]).toEqual([path, 'additionalDriver'])
  })

  it('ends where main data are missing: the screen that asks for them is the main driver\'s (DEC-95, DEC-118)', async () => {
    const missing = { complete: [{ code: 'DriverDataMissing', step: 'driver-contact', fields: ['driver.email'] }], pay: [], precheckout: [] }
    const page = await on('/additional-driver')
    await allSettled($loaded, { scope: page.scope, params: { ...aReservation().loaded(), missing } })
    await page.publish(offers.additionalDriverAccepted, {})
    await page.open('/overview', 9)
    expect([nameOf(page), page.scope.getState($flow)]).toEqual(['driver-contact', 'update'])
  })

  it('goes back to the verification with its values kept (DEC-14)', async () => {
    const page = await on('/driver-details')
    await page.publish(driver.driverVerificationReopened, {})
    expect(page.scope.getState($visit)).toMatchObject({ name: 'verify-driver', query: { isBack: 'true' } })
    expect(page.did.at(-1)).toBe('go /verify-driver?isBack=true')
  })
})

describe('what the flow remembers', () => {
  it('Continue on the reservation sets flow = normal (DEC-12)', async () => {
    const page = await on('/reservation')
    await page.publish(verification.reservationConfirmed, {})
    expect(page.scope.getState($flow)).toBe('normal')
  })

  it('the offer draft, which other modules read (DEC-18)', async () => {
    const page = await on('/extras')
    const draft = { extras: [{ extraID: 'SEAT', quantity: 2, textBefore: '1 Child seat' }], hasClickedUpgrade: false }
    await page.publish(offers.offerDraftChanged, { draft })
    expect(page.scope.getState($offerDraft)).toEqual(draft)
    expect(nameOf(page)).toBe('extras')
  })

  it('extras that were finished in pre-checkout (SHELL-46)', async () => {
    const page = await on('/precheckout/a-link-token')
    await page.publish(precheckout.precheckoutOpened, { ...acceptedCode(aReservation().loaded()), termsAccepted: true })
    expect([nameOf(page), page.scope.getState($mode)]).toEqual(['precheckout', 'precheckout'])
    await page.publish(precheckout.precheckoutConfirmed, {})
    await page.publish(precheckout.extrasCardChosen, {})
    await page.publish(offers.extrasSubmitted, {})
    expect([nameOf(page), page.scope.getState($flags).extrasCompletedPrecheckout]).toEqual(['precheckout-steps', true])
  })

  it('an upgrade, which is then not offered again (SHELL-47, SHELL-53)', async () => {
    const page = await on('/upselling')
    await page.publish(offers.upgradeAccepted, { groupId: 'C' })
    expect([nameOf(page), page.scope.getState($flags).upsellingCompleted]).toEqual(['add-extras', true])
  })
})

describe('completing', () => {
  it.each([[200, true], [204, false], [201, false]])('asks whether pre-checkout is possible: status %s says %s (SHELL-48, CONST-34)', async (status, possible) => {
    const page = await on('/overview', { checkPrecheckout: { precheckoutToken: 'next-link-token' } as never })
    const { checkPrecheckoutFx } = await import('@checkin/api/client')
    const { $progress: progress } = await import('@checkin/flow/publish/shell')
    const scope = fork({ handlers: [[checkPrecheckoutFx, () => ({ status, data: { precheckoutToken: 'next-link-token' } })]] as never })
    const { checkEligibilityFx } = await import('./reload.model.ts')
    await allSettled(checkEligibilityFx, { scope })
    expect(scope.getState(progress).canPrecheckout).toBe(possible)
    await page.publish(payment.checkinCompleted, {})
    expect([nameOf(page), page.scope.getState($precheckoutToken)]).toEqual(['complete', 'next-link-token'])
  })

  it('does not ask when the module is off, nor is held up by a refusal (PAY-11)', async () => {
    const asked: unknown[] = []
    const fakes: Fakes = { checkPrecheckout: (input) => { asked.push(input); return refusedWith(404) } }
    const page = await on('/overview', fakes)
    await page.publish(payment.checkinCompleted, {})
    expect([nameOf(page), page.scope.getState($progress).canPrecheckout, asked.length]).toEqual(['complete', false, 1])

    const off = aConfig({ modules: aConfig().modules.filter(({ id }) => id !== 6) })
    const without = await aPage({ fakes: { ...fakes, getConfig: off }, values: [[$config as never, off]] })
    await without.open('/overview')
    await without.publish(verification.linkAccepted, { ...acceptedCode(aReservation().loaded()), termsAccepted: true })
    await without.open('/overview', 7)
    await without.publish(payment.checkinCompleted, {})
    expect([nameOf(without), asked.length]).toEqual(['complete', 1])
  })

  it('does not end check-in when a wallet has paid and data of the driver are missing by then: the first screen that lacks something, with the reason (S1.73, DEC-95)', async () => {
    const lacks = [{ code: 'DriverDataMissing', step: 'driver-contact', fields: ['driver.mobilePhone'] }]
    const page = await on('/reservation/a-link-token/success', { getReservation: { ...aReservation().loaded(), missing: { complete: lacks, pay: lacks, precheckout: lacks } } })
    await page.publish(payment.walletPaymentLogged, {})
    expect([page.did.at(-1), page.scope.getState($completion)]).toEqual(['replace document /driver-contact', null])
    expect(sessionStorage.getItem('checkin.notice')).toContain('Notice.driverDataMissing')
  })

  it('replaces the entry and blocks Back (DEC-75, PAY-40)', async () => {
    const page = await on('/overview')
    await page.publish(payment.checkinCompleted, {})
    // Twice: a Back stays within this document, where it can be taken back.
    expect(page.did.slice(-2)).toEqual(['replace /complete', 'go /complete'])
    await page.open('/complete', 7)
    expect([nameOf(page), page.did.at(-1)]).toEqual(['complete', 'walk 1'])
    await page.open('/add-extras', 6)
    expect(nameOf(page)).toBe('complete')
    expect(page.did.at(-1)).toBe('walk 2')
  })
})

describe('leaving the site', () => {
  it('goes to the wallet\'s address (S1.56)', async () => {
    const page = await on('/overview')
    await page.publish(payment.walletOpened, { url: 'https://wallet.example/pay/1' })
    expect(page.did.at(-1)).toBe('leave https://wallet.example/pay/1')
    expect(nameOf(page)).toBe('overview')
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'no address'])('never goes to %s', async (url) => {
    const scope = fork()
    const { status } = await allSettled(leaveSiteFx, { scope, params: url })
    expect(status).toBe('fail')
  })

  it('a payment that could not be associated is told first, then the session goes (S1.62, ERR-20)', async () => {
    const page = await aPage()
    await page.open('/reservation/a-link-token/success')
    await page.publish(payment.walletPaymentUnlogged, {})
    expect(page.scope.getState($modal)).toMatchObject({ visible: true, type: 'cancel', keys: ['Yourpaymentwassuccessful', 'ContactFirmToAssociatePayment'], params: { firmName: 'Costa Verde' } })
    expect(page.did).not.toContain('reload')
    await allSettled(modalClosed, { scope: page.scope })
    expect(page.did.at(-1)).toBe('reload')
  })

  it('a return without payment reloads the reservation, or clears when it can\'t (S1.63, S1.64, ERR-35)', async () => {
    const back = await on('/reservation/a-link-token/cancel')
    await back.publish(payment.walletPaymentCancelled, {})
    expect(nameOf(back)).toBe('overview')
    const gone = await on('/reservation/a-link-token/cancel', { getReservation: refusedWith(404) })
    await gone.publish(payment.walletPaymentCancelled, {})
    expect(gone.did.at(-1)).toBe('reload')
  })

  it('a success address without a payment leads back to the overview, which says how things stand (P17)', async () => {
    const back = await on('/reservation/a-link-token/success')
    await back.publish(payment.walletPaymentCancelled, {})
    expect(nameOf(back)).toBe('overview')
  })
})

it('the summary comes with the first screen that shows prices (API-17)', async () => {
  const asked: string[] = []
  const fakes: Fakes = { getFullReservation: () => { asked.push('full'); return withAddDriverOffer as never } }
  const early = await on('/reservation', fakes)
  expect([asked.length, early.scope.getState($summary)]).toEqual([0, null])
  const later = await on('/extras', fakes)
  expect([asked.length, later.scope.getState($summary)?.extras.length]).toEqual([1, 1])
})

describe('choices that are stored before the agreement (DEC-18)', () => {
  it('are loaded again and are changes no more', async () => {
    let loads = 0
    const page = await on('/extras', { getFullReservation: () => { loads += 1; return withAddDriverOffer as never } })
    await page.open('/precheckout/a-link-token-of-some-length', 8)
    await page.publish(precheckout.precheckoutOpened, { ...acceptedCode(aReservation().loaded()), termsAccepted: true })
    await page.publish(offers.offerDraftChanged, { draft: { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select', textBefore: '' }], hasClickedUpgrade: false } })
    await page.open('/rental-agreement', 9)
    const before = loads
    await page.publish(precheckout.agreementChoicesStored, {})
    expect(page.scope.getState($offerDraft).extras).toEqual([])
    expect(loads).toBe(before + 1)
    expect(nameOf(page)).toBe('rental-agreement')
  })
})
