import { aDriver, aReservation, noNetwork, refusedWith } from '@checkin/api/testing'
import { $completion, $flow, $lookup, $mode, $progress, $reservation, $session, noProgress } from '@checkin/flow'
import { sessionCleared } from '@checkin/flow/publish/shell'
import * as offers from '@checkin/flow/publish/offers'
import * as payment from '@checkin/flow/publish/payment'
import * as precheckout from '@checkin/flow/publish/precheckout'
import * as verification from '@checkin/flow/publish/verification'
import { allSettled, createWatch } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $alert } from '../feedback/alert.model.ts'
import { $outlet, $visit } from '../navigation/visit.model.ts'
import { acceptedCode, aPage, type APage, type PageSetting } from '../test/a-page.ts'
import { clearRequested } from './clear.model.ts'
import { activityNoticed, idleLimit } from './idle.model.ts'
import { $restoring, restoreRetried } from './restore.model.ts'

beforeEach(() => { sessionStorage.clear() })
afterEach(() => { vi.useRealTimers() })

const loaded = aReservation().withAdditionalDriver().loaded()
const found = { reference: 'CV1001', surname: 'Silva', checkoutdate: '2026-12-01', needsTerms: true }

async function verified(setting: PageSetting = {}): Promise<APage> {
  const page = await aPage(setting)
  await page.open('/')
  await page.publish(verification.reservationLocated, found)
  await page.publish(verification.codeSent, { mail: 'maria.silva@example.com' })
  await page.publish(verification.codeAccepted, acceptedCode(loaded))
  return page
}

const stored = (): Record<string, unknown> => JSON.parse(sessionStorage.getItem('checkin.session') ?? '{}') as Record<string, unknown>

describe('the session as it comes to be', () => {
  it('begins with flow = update (SHELL-43)', async () => {
    expect((await aPage()).scope.getState($flow)).toBe('update')
  })

  it('keeps what was typed to find the reservation, for Back and for a new code (DEC-93)', async () => {
    const page = await aPage()
    await page.open('/')
    await page.publish(verification.reservationLocated, found)
    expect(page.scope.getState($lookup)).toEqual({ ...found, mail: '', stage: 'mail' })
    await page.publish(verification.codeSent, { mail: 'maria.silva@example.com' })
    expect(page.scope.getState($lookup)).toMatchObject({ mail: 'maria.silva@example.com', stage: 'code' })
    await page.publish(verification.codeEntryLeft, {})
    expect(page.scope.getState($visit)?.name).toBe('verify-reservation')
    expect(page.scope.getState($lookup)).toMatchObject({ surname: 'Silva', stage: 'mail' })
    await page.publish(verification.emailEntryLeft, {})
    expect(page.scope.getState($lookup)).toMatchObject({ reference: 'CV1001', stage: 'find' })
  })

  it('after a right code holds the reservation and both drivers, and forgets the lookup', async () => {
    const { scope } = await verified()
    expect(scope.getState($session)).toEqual({ guid: 'guid-of-cv1001', sessionKey: 'session-key-1', kind: 'code', termsAccepted: true })
    expect(scope.getState($reservation)?.addDriver?.name).toBe('Rui')
    expect(scope.getState($lookup)).toBeNull()
  })

  it('opened by a link knows that terms may still have to be agreed (DEC-11, VERIF-22)', async () => {
    const page = await aPage()
    await page.open('/a-link-token-of-some-length')
    await page.publish(verification.linkAccepted, { ...acceptedCode(loaded), termsAccepted: false })
    expect(page.scope.getState($session)).toMatchObject({ kind: 'link', termsAccepted: false })
    await page.publish(verification.termsAgreed, {})
    expect(page.scope.getState($session)?.termsAccepted).toBe(true)
  })

  it('remembers that a reservation has an agreement (SHELL-49, VERIF-07)', async () => {
    const page = await aPage()
    await page.open('/')
    await page.publish(verification.rentalAgreementFound, {})
    expect(page.scope.getState($progress).reservationHasRA).toBe(true)
  })

  it('takes nothing over from another reservation in the same tab', async () => {
    const page = await verified()
    await page.open('/upselling', 5)
    await page.publish(offers.upgradesNotFound, {})
    expect(page.scope.getState($progress).upsellingNoResults).toBe(true)
    await page.open('/a-link-token-of-some-length', 6)
    await page.publish(verification.linkAccepted, { ...acceptedCode(loaded), termsAccepted: true })
    expect(page.scope.getState($progress).upsellingNoResults).toBe(false)
  })
})

describe('a reload (SHELL-56, DEC-18)', () => {
  it('brings the renter back to the same screen with the reservation loaded', async () => {
    await verified()
    const page = await aPage({ fakes: { getReservation: loaded } })
    await page.open('/driver-details')
    expect(page.scope.getState($visit)?.name).toBe('driver-details')
    expect(page.scope.getState($reservation)?.reservation.reference).toBe('CV1001')
    expect(page.did).toEqual([])
  })

  it('waits with the guards until the session is restored (SHELL-39)', async () => {
    await verified()
    let answer = (): void => undefined
    const page = await aPage({ startsSlowly: true, fakes: { getReservation: () => new Promise((done) => { answer = () => { done(loaded) } }) } })
    const opened = page.open('/reservation')
    expect(page.scope.getState($visit)).toBeNull()
    answer()
    await opened
    expect(page.scope.getState($visit)?.name).toBe('reservation')
  })

  it('asks again in pre-checkout mode by the pre-checkout call (API-14)', async () => {
    await verified()
    sessionStorage.setItem('checkin.session', JSON.stringify({ ...stored(), mode: 'precheckout' }))
    const page = await aPage({ fakes: { getReservation: refusedWith(404), getPrecheckoutReservation: loaded } })
    await page.open('/overview')
    expect(page.scope.getState($visit)?.name).toBe('overview-precheckout')
    expect(page.scope.getState($mode)).toBe('precheckout')
  })

  it('knows which screens of its release set it has passed (DEC-197)', async () => {
    await verified()
    sessionStorage.setItem('checkin.session', JSON.stringify({ ...stored(), progress: { ...noProgress, passed: ['park'] } }))
    const page = await aPage({ fakes: { getReservation: loaded } })
    await page.open('/add-extras')
    expect(page.scope.getState($progress).passed).toEqual(['park'])
  })

  it('shows the same ending again (DEC-17)', async () => {
    await verified()
    sessionStorage.setItem('checkin.session', JSON.stringify({ ...stored(), completion: 'ra-no-payment' }))
    const page = await aPage({ fakes: { getReservation: loaded } })
    await page.open('/complete')
    expect(page.scope.getState($visit)?.name).toBe('complete-rental-agreement-no-payment')
    expect(page.scope.getState($completion)).toBe('ra-no-payment')
  })

  it('brings back the e-mail view with what was typed, without any call', async () => {
    const before = await aPage()
    await before.open('/')
    await before.publish(verification.reservationLocated, found)
    const page = await aPage()
    await page.open('/')
    expect(page.scope.getState($lookup)).toMatchObject({ reference: 'CV1001', stage: 'mail' })
  })

  it('never stores drivers, documents or images', async () => {
    await verified()
    const text = JSON.stringify(sessionStorage)
    for (const secret of [aDriver().birthDate, 'Rua do Sol', '912345678', 'Rui']) expect(text).not.toContain(secret)
    expect(Object.keys(stored())).not.toContain('reservation')
  })

  it.each([
    [401, 'Notice.sessionEnded'], [404, 'Notice.sessionEnded'], [409, 'IsntPossibleChangeThisReservation'],
  ])('answered %s, clears with a notice that is read after the reload: %s (ERR-46, DEC-56)', async (status, key) => {
    await verified()
    const page = await aPage({ fakes: { getReservation: refusedWith(status) } })
    expect(page.did).toEqual(['replace /', 'end', 'reload'])
    expect(stored()).toEqual({})
    const after = await aPage()
    await after.open('/')
    expect(after.scope.getState($alert)).toMatchObject({ visible: true, key })
    expect((await aPage()).scope.getState($alert).visible).toBe(false)
  })

  it.each([
    ['a mailed link', `/${'t'.repeat(43)}`], ['a pre-checkout link', `/precheckout/${'t'.repeat(43)}`], ['the way back from the signature', `/completed/signed/${'t'.repeat(43)}/signature-1`],
  ])('that is over is forgotten without a word when the tab opens %s (DEC-66, PRECHK-19)', async (_, path) => {
    for (const status of [401, 404, 409]) {
      await verified()
      const page = await aPage({ path, fakes: { getReservation: refusedWith(status) } })
      await page.open(path)
      expect([page.did, page.scope.getState($session), page.scope.getState($alert).visible]).toEqual([[], null, false])
      expect(page.scope.getState($outlet)).toMatchObject({ kind: 'step', visit: { params: { guid: 't'.repeat(43) } } })
    }
  })

  it('of the tab that comes back from the signature is kept, though the provider told the company first (S3.49, DEC-66)', async () => {
    const before = await aPage()
    await before.open(`/precheckout/${'t'.repeat(43)}`)
    await before.publish(precheckout.precheckoutOpened, { ...acceptedCode(loaded), termsAccepted: true })
    const path = `/completed/signed/${'t'.repeat(43)}/signature-1`
    const page = await aPage({ path, fakes: { getReservation: refusedWith(409, 'HasRentalAgreement'), getPrecheckoutReservation: refusedWith(409, 'HasRentalAgreement') } })
    await page.open(path)
    await page.publish(precheckout.agreementSigned, {})
    expect([page.scope.getState($session)?.guid, page.scope.getState($mode), page.scope.getState($visit)?.name]).toEqual([before.scope.getState($session)?.guid, 'precheckout', 'complete-rental-agreement'])
  })

  it('whose agreement is signed still shows the ending after a reload (DEC-17, PAY-41)', async () => {
    const signed = await aPage({ path: `/completed/signed/${'t'.repeat(43)}/signature-1` })
    await signed.open('/')
    await signed.publish(verification.codeAccepted, acceptedCode(loaded))
    await signed.open(`/completed/signed/${'t'.repeat(43)}/signature-1`)
    await signed.publish(precheckout.agreementSigned, {})
    const page = await aPage({ path: '/complete', fakes: { getReservation: refusedWith(409, 'HasRentalAgreement'), getPrecheckoutReservation: refusedWith(409, 'HasRentalAgreement') } })
    await page.open('/complete')
    expect([page.did, page.scope.getState($visit)?.name]).toEqual([[], 'complete-rental-agreement'])
  })

  it.each([['in pre-checkout', precheckout.sessionRaised], ['on the overview', payment.payerProved]] as const)('raised by a code %s goes on with its new key (DEC-07, DEC-77)', async (_where, raised) => {
    const page = await verified()
    await page.publish(raised, { sessionKey: 'raised-key' })
    expect(page.scope.getState($session)).toMatchObject({ sessionKey: 'raised-key', kind: 'code', guid: 'guid-of-cv1001' })
  })

  it('opened for pre-checkout by a link knows when the terms are agreed to there (DEC-11)', async () => {
    const page = await aPage()
    await page.open(`/precheckout/${'t'.repeat(43)}`)
    await page.publish(precheckout.precheckoutOpened, { ...acceptedCode(loaded), termsAccepted: false })
    expect([page.scope.getState($session)?.termsAccepted, page.scope.getState($mode)]).toEqual([false, 'precheckout'])
    await page.publish(precheckout.precheckoutTermsAgreed, {})
    expect(page.scope.getState($session)?.termsAccepted).toBe(true)
  })

  it('without a network keeps everything and lets the renter try again', async () => {
    await verified()
    let away = true
    const page = await aPage({ fakes: { getReservation: () => (away ? noNetwork() : loaded) } })
    await page.open('/reservation')
    expect(page.scope.getState($restoring)).toBe('failed')
    expect(page.did).toEqual([])
    away = false
    await allSettled(restoreRetried, { scope: page.scope })
    expect(page.scope.getState($visit)?.name).toBe('reservation')
  })

  it.each(['not json', '[]', '{"session":{"guid":7}}', '{"flow":"sideways","mode":null}'])('ignores a storage that holds %s', async (text) => {
    sessionStorage.setItem('checkin.session', text)
    const page = await aPage()
    await page.open('/')
    expect(page.scope.getState($visit)?.name).toBe('verify-reservation')
    expect(page.scope.getState($flow)).toBe('update')
  })
})

describe('clearing the session (SHELL-38)', () => {
  it('empties the store, goes to "/", tells the server and reloads after 100 ms (CONST-23)', async () => {
    const page = await verified()
    vi.useFakeTimers()
    void page.publish(verification.checkinExited, {})
    await vi.advanceTimersByTimeAsync(99)
    expect(page.did.slice(-2)).toEqual(['replace /', 'end'])
    expect(page.scope.getState($reservation)).toBeNull()
    expect(page.scope.getState($session)).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(page.did.at(-1)).toBe('reload')
  })

  it('tells the server which reservation the tab held: another tab\'s session goes on (DEC-18)', async () => {
    const page = await verified()
    await page.publish(verification.checkinExited, {})
    expect(page.ended).toEqual([{ reservation: loaded.reservation.guid }])
  })

  it('leaves no session key in browser storage, and no draft when the renter chose to leave', async () => {
    const page = await verified()
    sessionStorage.setItem('checkin.draft.find', '{"surname":"Silva"}')
    await page.publish(verification.checkinExited, {})
    expect(sessionStorage).toHaveLength(0)
  })

  it('keeps the drafts when the session was refused (DEC-85)', async () => {
    const page = await verified()
    sessionStorage.setItem('checkin.draft.find', '{"surname":"Silva"}')
    await page.publish(verification.sessionRefused, {})
    expect(Object.keys(sessionStorage).sort()).toEqual(['checkin.draft.find', 'checkin.notice'])
  })

  it('a refused link says why after the reload (ERR-33, DEC-55)', async () => {
    const page = await aPage()
    await page.open('/a-link-token-of-some-length')
    await page.publish(verification.linkRefused, { reason: 'unknown' })
    expect(page.did.slice(-2)).toEqual(['end', 'reload'])
    const after = await aPage()
    expect(after.scope.getState($alert)).toMatchObject({ visible: true, key: 'Notice.linkNotValid', state: 'info' })
  })

  it('happens once, however many reasons come together', async () => {
    const page = await verified()
    const { scope } = page
    const seen: string[] = []
    createWatch({ unit: sessionCleared, scope, fn: () => { seen.push('cleared') } })
    await Promise.all([page.publish(verification.sessionRefused, {}), allSettled(clearRequested, { scope, params: { byChoice: false } })])
    expect(seen).toEqual(['cleared'])
    expect(page.did.filter((what) => what === 'reload')).toHaveLength(1)
  })

  it('goes on when the server can\'t be told', async () => {
    const page = await verified({ endFails: true })
    await page.publish(verification.checkinExited, {})
    expect(page.scope.getState($outlet)).toEqual({ kind: 'waiting' })
    expect(page.did.at(-1)).toBe('reload')
  })
})

describe('nobody touches the page (DEC-85)', () => {
  const idle = async (): Promise<APage> => {
    const page = await verified()
    vi.useFakeTimers({ now: Date.now() })
    return page
  }

  it('for 30 minutes: the session is cleared with a notice', async () => {
    vi.useFakeTimers()
    const page = await verified()
    await vi.advanceTimersByTimeAsync(idleLimit - 1)
    expect(page.scope.getState($session)).not.toBeNull()
    await vi.advanceTimersByTimeAsync(500)
    expect(page.scope.getState($session)).toBeNull()
    expect(page.did.at(-1)).toBe('reload')
    expect(sessionStorage.getItem('checkin.notice')).toContain('Notice.sessionEnded')
  })

  it('but every sign of life gives 30 minutes more', async () => {
    vi.useFakeTimers()
    // The part that warns of the end may be on the page: it asks the server to count anew too, and takes no sign for an answer once it has warned (DEC-190).
    const page = await verified({ fakes: { prolongSession: { restSeconds: idleLimit / 1000, leftSeconds: 86_400 } } })
    await vi.advanceTimersByTimeAsync(idleLimit - 180_000)
    await page.publish(activityNoticed, Date.now())
    await vi.advanceTimersByTimeAsync(240_000)
    expect(page.scope.getState($session)).not.toBeNull()
  })

  it('while the computer slept: the first sign of life ends the session, it does not prolong it', async () => {
    const page = await idle()
    vi.setSystemTime(Date.now() + idleLimit + 1)
    void page.publish(activityNoticed, Date.now())
    await vi.advanceTimersByTimeAsync(200)
    expect(page.scope.getState($session)).toBeNull()
  })
})
