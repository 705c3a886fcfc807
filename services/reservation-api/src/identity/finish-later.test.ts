import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unseal } from '../database/sealed-payload.ts'
import { codeSecret, dayFromToday, freshAddress, identityApp, type Browser, type IdentityApp, type StoredReservation } from '../../test/fixtures/identity-app.fixture.ts'
import { createLink } from './link-store.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp({ later: { lifetimeSeconds: 72 * 3600, perHour: 3, pauseSeconds: 0 } }) })
afterAll(() => world.stop())

const elsewhere = (host?: string): Browser => world.browser({ address: freshAddress(), ...(host !== undefined && { host }) })
const resume = (token: string, browser = elsewhere()) => browser.call('GET', `/api/reservation/resume/${token}`)
const send = (browser: Browser) => browser.call('POST', '/api/reservation/later', {})

/** A renter who has proved the code. */
async function proved(change: Partial<StoredReservation> = {}) {
  const stored = await world.stored({ email: `${crypto.randomUUID()}@example.com`, ...change })
  const browser = elsewhere()
  await browser.lookup(stored)
  await browser.validate(await world.latestCode(stored.email ?? ''))
  return { stored, browser }
}

/** Mails with a link that wait for a reservation, newest first. */
const mailsOf = async (reservationId: string) =>
  (await world.asAdmin("select id, to_address, state, payload from mail_outbox where kind = 'later-link' and reservation_id = $1 order by created_at desc", [reservationId]))
    .map(({ id, to_address: to, state, payload }) => ({ to, state, ...(payload === null ? {} : unseal(codeSecret, String(id), payload as Buffer) as { token: string; until: string }) }))

async function sent(change: Partial<StoredReservation> = {}) {
  const renter = await proved(change)
  expect((await send(renter.browser)).statusCode).toBe(200)
  const [mail] = await mailsOf(renter.stored.id)
  return { ...renter, token: mail?.token ?? '', mail }
}

describe('a link to finish later', () => {
  it('goes to the address that was proved and opens the reservation on another device, as a link does: before saved cards it asks for a code (API-45, DEC-186, DEC-77)', async () => {
    const { stored, mail, token } = await sent()
    expect(mail).toMatchObject({ to: stored.email, token: expect.stringMatching(/^[\w-]{43}$/) })
    const other = elsewhere()
    const answer = await resume(token, other)
    expect([answer.statusCode, answer.json().reservation.guid]).toEqual([200, stored.guid])
    expect((await world.asAdmin('select level from renter_session where reservation_id = $1 order by created_at desc limit 1', [stored.id]))).toEqual([{ level: 'link' }])
    // Nor does it mail a further one: what a link opened has proved no address.
    const again = await send(other)
    expect([again.statusCode, again.json().code]).toEqual([403, 'CodeRequired'])
  })

  it('opens as often as it is pressed while it is good, and is kept as a hash (API-45, DEC-186)', async () => {
    const { token } = await sent()
    expect([(await resume(token)).statusCode, (await resume(token)).statusCode]).toEqual([200, 200])
    const rows = await world.asAdmin("select token_hash from access_link where purpose = 'later'")
    expect(rows.some((row) => (row['token_hash'] as Buffer).toString('latin1').includes(token))).toBe(false)
  })

  it('ends with the next one, whose mail alone is sent (API-45, DEC-186)', async () => {
    const { stored, browser, token } = await sent()
    expect((await send(browser)).statusCode).toBe(200)
    const mails = await mailsOf(stored.id)
    expect(mails.map(({ state }) => state)).toEqual(['queued', 'cancelled'])
    expect([(await resume(token)).statusCode, (await resume(mails[0]?.token ?? '')).statusCode]).toEqual([404, 200])
  })

  it('leaves the links of the company as they are (DEC-77, DEC-186)', async () => {
    const { stored, browser } = await proved()
    const { token } = await world.database.withTenant('costaverde', (transaction) =>
      createLink(transaction, { tenantId: 'costaverde', reservationId: stored.id, purpose: 'verify', returnDate: dayFromToday(7), timeZone: 'Europe/Lisbon' }))
    await send(browser)
    expect((await resume(token)).statusCode).toBe(200)
  })

  it('is good for three days and at most to the end of the day of pick-up, on the clock there (API-45, DEC-186)', async () => {
    const inThreeDays = await sent({ pickUp: dayFromToday(30) })
    const [row] = await world.asAdmin("select extract(epoch from expires_at - created_at)::float8 as seconds from access_link where reservation_id = $1", [inThreeDays.stored.id])
    expect(row?.['seconds']).toBe(72 * 3600)
    expect((await sent({ pickUp: dayFromToday(1) })).mail?.until).toBe(`${dayFromToday(1)}T23:59`)
  })

  it('opens nothing once it has expired, for another tenant, or when check-in is complete (API-45, DEC-186, VERIF-23)', async () => {
    const [expired, foreign, finished] = [await sent(), await sent(), await sent()]
    await world.asAdmin("update access_link set expires_at = now() - interval '1 second' where reservation_id = $1", [expired.stored.id])
    await world.asAdmin('update reservation set is_completed = true where id = $1', [finished.stored.id])
    const answers = [await resume(expired.token), await resume(foreign.token, elsewhere('alpen.localhost')), await resume(finished.token)]
    expect(answers.map((answer) => [answer.statusCode, answer.json().code, answer.cookies])).toEqual(Array.from({ length: 3 }, () => [404, 'ReservationNotFound', []]))
  })

  it('that is guessed is throttled like every other (DEC-77, DEC-186)', async () => {
    const { token } = await sent()
    const guesser = elsewhere()
    for (let miss = 0; miss < 10; miss += 1) await resume('A'.repeat(42) + String(miss), guesser)
    expect((await resume(token, guesser)).statusCode).toBe(429)
  })

  it('is mailed so many times an hour, also when two presses come at once (API-45, DEC-186)', async () => {
    const { stored, browser } = await proved()
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => send(browser)))).map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await mailsOf(stored.id)).filter(({ state }) => state === 'queued')).toHaveLength(1)
    const refused = await send(browser)
    expect([refused.json().code, Number(refused.headers['retry-after']) > 3500]).toEqual(['TooManyRequests', true])
  })

  it('makes nobody wait for one that was written by whoever began later and came first (API-45)', async () => {
    const { stored, browser } = await proved()
    expect((await send(browser)).statusCode).toBe(200)
    await world.asAdmin("update mail_outbox set created_at = now() + interval '500 milliseconds' where kind = 'later-link' and reservation_id = $1", [stored.id])
    expect((await send(browser)).statusCode).toBe(200)
  })

  it('is mailed to nobody without a session, for an address that is typed, or when nothing is left to finish (API-45, DEC-186)', async () => {
    expect((await send(elsewhere())).statusCode).toBe(401)
    const { stored, browser } = await proved()
    const typed = await browser.call('POST', '/api/reservation/later', { mail: 'somebody.else@example.com' })
    expect((await mailsOf(stored.id)).map(({ to }) => to)).toEqual(typed.statusCode === 200 ? [stored.email] : [])
    await world.asAdmin('update reservation set is_completed = true where id = $1', [stored.id])
    const refused = await send(browser)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'ReadOnlySession'])
  })
})
