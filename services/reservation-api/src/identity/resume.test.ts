import { contract } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetRenter, cleanUpIdentity } from './cleanup.ts'
import { dayFromToday, freshAddress, identityApp, type Browser, type IdentityApp, type StoredReservation } from '../../test/fixtures/identity-app.fixture.ts'
import type { LinkPurpose } from './tables.ts'
import { createLink, revokeLinks } from './link-store.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

const elsewhere = (): Browser => world.browser({ address: freshAddress() })
const resume = (browser: Browser, token: string) => browser.call('GET', `/api/reservation/resume/${token}`)

async function linked(reservation: Partial<StoredReservation> = {}, purpose: LinkPurpose = 'verify', returnDate = dayFromToday(7)) {
  const stored = await world.stored(reservation)
  const { token, expiresAt } = await world.database.withTenant(stored.tenantId, (transaction) =>
    createLink(transaction, { tenantId: stored.tenantId, reservationId: stored.id, purpose, returnDate, timeZone: 'Europe/Lisbon' }))
  return { stored, token, expiresAt }
}

describe('a link', () => {
  it('carries 256 random bits and is stored only as a hash (DEC-77)', async () => {
    const { token } = await linked()
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const rows = await world.asAdmin('select token_hash from access_link')
    expect(JSON.stringify(rows.map((row) => (row['token_hash'] as Buffer).toString('latin1')))).not.toContain(token)
  })

  it('opens a session and answers reservation, session key and whether the terms were agreed to (API-12, VERIF-23, DEC-11)', async () => {
    const { stored, token } = await linked()
    const browser = elsewhere()
    const answer = await resume(browser, token)
    expect(answer.statusCode).toBe(200)
    const body = contract.resume.answer.parse(answer.json())
    expect(body).toMatchObject({ termsAccepted: false, reservation: { reference: stored.reference, guid: stored.guid } })
    expect(browser.cookies.get('checkin_session')).toMatch(/^[\w-]{43}$/)
    await browser.call('POST', '/api/termsandconditions', { reference: stored.reference, acceptedDate: dayFromToday(0), isAccepted: true })
    expect((await resume(elsewhere(), token)).json()).toMatchObject({ termsAccepted: true })
  })

  it('for pre-checkout is taken too: pre-checkout falls back to this call (PRECHK-02)', async () => {
    const { token } = await linked({}, 'precheckout')
    expect((await resume(elsewhere(), token)).statusCode).toBe(200)
  })

  it('is good to the end of the return day where the vehicle is returned (DEC-77)', async () => {
    const { expiresAt } = await linked({}, 'verify', '2026-07-10')
    expect(expiresAt.toISOString()).toBe('2026-07-10T23:00:00.000Z')
    expect((await resume(elsewhere(), (await linked({}, 'verify', dayFromToday(0))).token)).statusCode).toBe(200)
  })

  it.each<[string, () => Promise<[token: string, host: string]>]>([
    ['is unknown', async () => ['A'.repeat(43), 'costaverde.localhost']],
    ['is no token', async () => ['guid-of-a-page', 'costaverde.localhost']],
    ['has expired', async () => [(await linked({}, 'verify', dayFromToday(-1))).token, 'costaverde.localhost']],
    ['was revoked', async () => {
      const { stored, token } = await linked()
      await world.database.withTenant('costaverde', (transaction) => revokeLinks(transaction, 'costaverde', stored.id))
      return [token, 'costaverde.localhost']
    }],
    ['belongs to another tenant', async () => [(await linked()).token, 'alpen.localhost']],
    ['is the public guid of a reservation', async () => [(await linked()).stored.guid, 'costaverde.localhost']],
  ])('that %s gets the one same 404 and no session (VERIF-23, DEC-77)', async (_case, arrange) => {
    const [token, host] = await arrange()
    const answer = await resume(world.browser({ host, address: freshAddress() }), token)
    expect(answer.json()).toEqual({ data: null, status: 404, code: 'ReservationNotFound', title: expect.any(String), requestId: expect.any(String) })
    expect(answer.cookies).toEqual([])
  })

  it('to a reservation with a rental agreement answers 409 and opens nothing (API-12, DEC-56)', async () => {
    const { token } = await linked({ hasAgreement: true })
    const answer = await resume(elsewhere(), token)
    expect([answer.statusCode, answer.json().code, answer.cookies]).toEqual([409, 'HasRentalAgreement', []])
  })

  it('after ten wrong ones from an address within a minute is answered 429, from elsewhere not (DEC-77)', async () => {
    const { token } = await linked()
    const guesser = elsewhere()
    for (let miss = 0; miss < 10; miss += 1) expect((await resume(guesser, `guessed-${miss}`)).statusCode).toBe(404)
    const throttled = await resume(guesser, token)
    expect([throttled.statusCode, throttled.json().code, throttled.headers['retry-after']]).toEqual([429, 'TooManyRequests', '60'])
    expect((await resume(elsewhere(), token)).statusCode).toBe(200)
    await world.asAdmin("update guess_guard set locked_until = now() - interval '1 second' where kind = 'link'")
    expect((await resume(guesser, token)).statusCode).toBe(200)
  })

  it('ends the session that the browser had before (DEC-07)', async () => {
    const [one, other] = [await linked(), await linked()]
    const browser = elsewhere()
    await resume(browser, one.token)
    const before = browser.cookies.get('checkin_session') ?? ''
    await resume(browser, other.token)
    const thief = world.browser()
    thief.cookies.set('checkin_session', before)
    const accept = await thief.call('POST', '/api/termsandconditions', { reference: one.stored.reference, acceptedDate: dayFromToday(0), isAccepted: true })
    expect(accept.statusCode).toBe(401)
  })

  it('keeps count of its uses (DEC-77)', async () => {
    const { stored, token } = await linked()
    await resume(elsewhere(), token)
    await resume(elsewhere(), token)
    expect(await world.asAdmin('select use_count, last_used_at is not null as used from access_link where reservation_id = $1', [stored.id])).toEqual([{ use_count: 2, used: true }])
  })
})

describe('a session that a link opened', () => {
  it('gets a code to the address on file by an empty look-up, and the same session is raised by it (DEC-77)', async () => {
    const { stored, token } = await linked({ email: 'link@example.com' })
    const browser = elsewhere()
    const { sessionKey } = (await resume(browser, token)).json<{ sessionKey: string }>()
    const cookie = browser.cookies.get('checkin_session')
    const asked = await browser.lookup({ reference: '', surname: '', email: '' })
    expect([asked.statusCode, asked.json()]).toEqual([200, { sessionKey }])
    expect(browser.cookies.get('checkin_session')).toBe(cookie)
    const before = await world.asAdmin('select id from renter_session where reservation_id = $1', [stored.id])
    expect((await browser.validate(await world.latestCode('link@example.com'))).statusCode).toBe(200)
    expect(browser.cookies.get('checkin_session')).not.toBe(cookie)
    expect(await world.asAdmin('select id, level from renter_session where reservation_id = $1', [stored.id])).toEqual([{ ...before[0], level: 'verified' }])
  })

  it('cannot choose where the code goes (DEC-77, DEC-09)', async () => {
    const { stored, token } = await linked({ email: null })
    const browser = elsewhere()
    await resume(browser, token)
    expect((await browser.lookup({ reference: '', surname: '', email: '' })).statusCode).toBe(404)
    expect((await browser.lookup({ reference: '', surname: '', email: 'thief@example.com' })).statusCode).toBe(400)
    expect(await world.asAdmin('select 1 from mail_outbox where reservation_id = $1', [stored.id])).toEqual([])
  })

  it('waits like any other for the next code (VERIF-18)', async () => {
    const { token } = await linked({ email: 'linkwait@example.com' })
    const browser = elsewhere()
    await resume(browser, token)
    await browser.lookup({ reference: '', surname: '', email: '' })
    expect((await browser.lookup({ reference: '', surname: '', email: '' })).statusCode).toBe(429)
  })
})

describe('a link session that asks twelve times at once', () => {
  it('gets one code (VERIF-18)', async () => {
    const { stored, token } = await linked({ email: 'linkburst@example.com' })
    const browser = elsewhere()
    await resume(browser, token)
    const answers = await Promise.all(Array.from({ length: 12 }, () => browser.lookup({ reference: '', surname: '', email: '' })))
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
    expect(await world.asAdmin('select 1 from login_code where reservation_id = $1', [stored.id])).toHaveLength(1)
  })
})

describe('the cleanup', () => {
  it('removes old sessions, codes, mails, links and quiet guards, and keeps what lives', async () => {
    const { token } = await linked({ email: 'tidy@example.com' })
    const browser = elsewhere()
    await resume(browser, token)
    await browser.lookup({ reference: '', surname: '', email: '' })
    const count = async () => Object.values((await world.asAdmin(`select (select count(*)::int from renter_session) as s, (select count(*)::int from login_code) as c,
      (select count(*)::int from access_link) as l, (select count(*)::int from guess_guard where tenant_id = 'costaverde') as g`))[0] ?? {})
    const before = await count()
    await cleanUpIdentity(world.database, 'costaverde')
    expect((await count()).slice(0, 2)).toEqual(before.slice(0, 2))
    expect((await resume(elsewhere(), token)).statusCode).toBe(200)
    await world.asAdmin(`update renter_session set created_at = now() - interval '25 hours'; update login_code set created_at = now() - interval '25 hours';
      update access_link set expires_at = now() - interval '31 days'; update guess_guard set window_started_at = now() - interval '3 hours', locked_until = null`)
    await cleanUpIdentity(world.database, 'costaverde')
    expect(await count()).toEqual([0, 0, 0, 0])
  })

  it('a renter whose data are deleted leaves no session, code, link or mail behind', async () => {
    const { stored, token } = await linked({ email: 'forget@example.com' })
    const browser = elsewhere()
    await resume(browser, token)
    await browser.lookup({ reference: '', surname: '', email: '' })
    await world.database.withTenant('costaverde', (transaction) => forgetRenter(transaction, 'costaverde', stored.id))
    expect((await resume(elsewhere(), token)).statusCode).toBe(404)
    expect((await browser.lookup({ reference: '', surname: '', email: '' })).statusCode).toBe(400)
    for (const table of ['login_code', 'access_link', 'mail_outbox']) {
      expect(await world.asAdmin(`select 1 from ${table} where reservation_id = $1`, [stored.id])).toEqual([])
    }
  })
})
