import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress, identityApp, proxySecret, type Browser, type IdentityApp } from '../../test/fixtures/identity-app.fixture.ts'
import { siteKey } from '@checkin/server'
import { requireSameSession, requireSession } from './session.ts'
import type { Session } from './session-store.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

let renters = 0
/** A renter who has confirmed the code, with the session's row id. */
async function verified(): Promise<{ browser: Browser; reference: string; guid: string; id: string; token: string }> {
  renters += 1
  const stored = await world.stored({ email: `s${renters}@example.com` })
  const browser = world.browser({ address: freshAddress() })
  await browser.lookup(stored)
  await browser.validate(await world.latestCode(`s${renters}@example.com`))
  const [row] = await world.asAdmin('select id from renter_session where reservation_id = $1', [stored.id])
  return { browser, reference: stored.reference, guid: stored.guid, id: String(row?.['id']), token: browser.cookies.get('checkin_session') ?? '' }
}

/** A call that any proven session may make. */
const works = async ({ browser, reference }: { browser: Browser; reference: string }): Promise<number> =>
  (await browser.call('POST', '/api/termsandconditions', { reference, acceptedDate: '2026-01-01', isAccepted: true })).statusCode

const aged = (id: string, column: 'seen_at' | 'created_at', interval: string) =>
  world.asAdmin(`update renter_session set ${column} = now() - interval '${interval}' where id = $1`, [id])

describe('sessions of one reservation at the same time (DEC-311, ASVS 7.1.2)', () => {
  it('are bounded: with one more that one ends which was used the longest ago, and who came is in; one that waits for its code ends nobody', async () => {
    const few = await identityApp({ sessions: { most: 3 }, code: { lifetimeSeconds: 600, tries: 5, perHour: 30, resendSeconds: 0 } })
    const mail = 'many@example.com'
    const stored = await few.stored({ email: mail })
    const opened = async () => {
      const browser = few.browser({ address: freshAddress() })
      await browser.lookup(stored)
      await browser.validate(await few.latestCode(mail))
      return { browser, reference: stored.reference }
    }
    const first = await opened()
    await few.asAdmin("update renter_session set seen_at = now() - interval '10 minutes' where reservation_id = $1", [stored.id])
    const [second, third] = [await opened(), await opened()]
    const waiting = few.browser({ address: freshAddress() })
    await waiting.lookup(stored)
    expect([await works(first), await works(second), await works(third)]).toEqual([200, 200, 200])
    await few.asAdmin("update renter_session set seen_at = now() - interval '10 minutes' where reservation_id = $1 and token_hash = sha256($2)", [stored.id, Buffer.from(second.browser.cookies.get('checkin_session') ?? '')])
    const fourth = await opened()
    expect([await works(first), await works(second), await works(third), await works(fourth)]).toEqual([200, 401, 200, 200])
    await few.stop()
  })
})

describe('a session', () => {
  it.each([['seen_at', '29 minutes', 200], ['seen_at', '31 minutes', 401], ['created_at', '239 minutes', 200], ['created_at', '241 minutes', 401]] as const)(
    'with %s %s ago answers %i (DEC-85)', async (column, interval, status) => {
      const renter = await verified()
      await aged(renter.id, column, interval)
      expect(await works(renter)).toBe(status)
    })

  it('lives on while it is used, to four hours in all (DEC-85)', async () => {
    const renter = await verified()
    for (let use = 0; use < 3; use += 1) {
      await aged(renter.id, 'seen_at', '20 minutes')
      expect(await works(renter)).toBe(200)
    }
    const [row] = await world.asAdmin("select seen_at > now() - interval '1 minute' as fresh from renter_session where id = $1", [renter.id])
    expect(row?.['fresh']).toBe(true)
  })

  it('is prolonged by who says that he is there, and never beyond four hours (DEC-190, API-46)', async () => {
    const renter = await verified()
    const prolongs = () => renter.browser.call('POST', '/api/session/prolong')
    await aged(renter.id, 'seen_at', '29 minutes')
    await aged(renter.id, 'created_at', '230 minutes')
    const answer = await prolongs()
    const { restSeconds, leftSeconds } = answer.json<{ restSeconds: number; leftSeconds: number }>()
    expect([answer.statusCode, restSeconds]).toEqual([200, 1800])
    expect(leftSeconds).toBeGreaterThan(500)
    expect(leftSeconds).toBeLessThanOrEqual(600)
    const [row] = await world.asAdmin("select seen_at > now() - interval '1 minute' as fresh from renter_session where id = $1", [renter.id])
    expect(row?.['fresh']).toBe(true)
    await aged(renter.id, 'created_at', '241 minutes')
    expect((await prolongs()).statusCode).toBe(401)
  })

  it.each(['seen_at', 'ended'])('that is over by %s is prolonged by nobody (DEC-190, API-46)', async (how) => {
    const renter = await verified()
    if (how === 'ended') await renter.browser.call('POST', '/internal/v1/session/end')
    else await aged(renter.id, 'seen_at', '31 minutes')
    renter.browser.cookies.set('checkin_session', renter.token)
    expect((await renter.browser.call('POST', '/api/session/prolong')).statusCode).toBe(401)
    expect((await world.browser().call('POST', '/api/session/prolong')).statusCode).toBe(401)
  })

  it.each(['', 'x', 'A'.repeat(43), '0'.repeat(500), "' or 1=1 --"])('with the invented cookie %j is none (DEC-07)', async (value) => {
    const browser = world.browser()
    browser.cookies.set('checkin_session', value)
    expect(await works({ browser, reference: 'CV1' })).toBe(401)
  })

  it('that waits for its code may do nothing else (DEC-07)', async () => {
    const stored = await world.stored()
    const browser = world.browser({ address: freshAddress() })
    await browser.lookup(stored)
    expect(await works({ browser, reference: stored.reference })).toBe(401)
    expect((await browser.call('GET', `/api/reservation/${stored.guid}`)).statusCode).toBe(401)
  })

  it('ends for good when the site says that the renter left (DEC-85, VERIF-25)', async () => {
    const renter = await verified()
    const answer = await renter.browser.call('POST', '/internal/v1/session/end')
    expect(answer.statusCode).toBe(204)
    expect(renter.browser.cookies.has('checkin_session')).toBe(false)
    renter.browser.cookies.set('checkin_session', renter.token)
    expect(await works(renter)).toBe(401)
  })

  it('is not ended by a tab of another reservation (DEC-18)', async () => {
    const [renter, other] = [await verified(), await verified()]
    const ends = (reservation: string) => renter.browser.call('POST', '/internal/v1/session/end', { reservation })
    const answer = await ends(other.guid)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'OtherReservation'])
    expect(await works(renter)).toBe(200)
    expect((await ends(renter.guid)).statusCode).toBe(204)
    expect(await works(renter)).toBe(401)
  })

  it('is ended by nobody but the site (DEC-85)', async () => {
    const renter = await verified()
    for (const proof of ['', 'guessed', `${proxySecret}x`]) {
      expect((await renter.browser.call('POST', '/internal/v1/session/end', undefined, { 'x-checkin-proxy': proof })).statusCode).toBe(404)
      expect((await renter.browser.call('POST', '/internal/v1/session/end', undefined, { 'x-checkin-key': proof || siteKey(proxySecret, 'client-address') })).statusCode).toBe(404)
    }
    expect(await works(renter)).toBe(200)
  })

  it('that is unknown ends without a complaint, and clears the cookie (DEC-85)', async () => {
    const answer = await world.browser().call('POST', '/internal/v1/session/end')
    expect([answer.statusCode, answer.cookies[0]?.name]).toEqual([204, 'checkin_session'])
  })

  it('is not readable or usable in the database under another tenant, even by a query that forgets the tenant (DEC-07)', async () => {
    await verified()
    const seen = await world.database.withTenant('alpen', (transaction) => transaction.selectFrom('renter_session').selectAll().execute())
    expect(seen).toEqual([])
    const changed = await world.database.withTenant('alpen', (transaction) => transaction.updateTable('renter_session').set({ level: 'verified' }).executeTakeFirst())
    expect(changed.numUpdatedRows).toBe(0n)
    for (const table of ['renter_session', 'login_code', 'access_link', 'guess_guard', 'mail_outbox', 'terms_acceptance'] as const) {
      expect(await world.database.kysely.selectFrom(table).selectAll().execute()).toEqual([])
    }
    await expect(world.database.withTenant('alpen', (transaction) =>
      transaction.insertInto('guess_guard').values({ tenant_id: 'costaverde', kind: 'network', key: 'x' }).execute())).rejects.toThrow('row-level security')
  })
})

describe('the door of a call', () => {
  const session = (level: Session['level']): { session: Session } =>
    ({ session: { id: 's', tenantId: 'costaverde', reservationId: 'r', level, sessionKey: 'key', isPreview: false } })

  it.each([
    ['pending', 'pending', 'in'], ['pending', 'link', 'in'], ['pending', 'verified', 'in'],
    ['link', 'pending', 401], ['link', 'link', 'in'], ['link', 'verified', 'in'],
    ['verified', 'pending', 401], ['verified', 'link', 403], ['verified', 'verified', 'in'],
  ] as const)('that asks for %s answers a %s session with %s (DEC-07, DEC-77)', (need, level, outcome) => {
    const enter = () => requireSession(session(level), need)
    if (outcome === 'in') expect(enter().level).toBe(level)
    else expect(enter).toThrow(expect.objectContaining({ status: outcome, code: outcome === 403 ? 'CodeRequired' : 'Unauthorized' }))
  })

  it('answers 401 without a session, and 409 when the page belongs to another one (DEC-07)', () => {
    expect(() => requireSession({ session: null }, 'link')).toThrow(expect.objectContaining({ status: 401 }))
    expect(() => { requireSameSession(session('verified').session, 'other') }).toThrow(expect.objectContaining({ status: 409, code: 'SessionMismatch' }))
    expect(() => { requireSameSession(session('verified').session, 'key') }).not.toThrow()
  })
})
