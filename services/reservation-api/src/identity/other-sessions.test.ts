import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress, identityApp, type Browser, type IdentityApp } from '../../test/fixtures/identity-app.fixture.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp({ code: { lifetimeSeconds: 600, tries: 5, perHour: 30, resendSeconds: 0 } }) })
afterAll(() => world.stop())

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
const laptop = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0'
type Stored = Awaited<ReturnType<IdentityApp['stored']>>

/** A device that asked for a code for a reservation. */
async function waiting(stored: Stored, agent: string): Promise<Browser> {
  const browser = world.browser({ address: freshAddress() })
  await browser.call('POST', '/api/reservation/lookup', { reference: stored.reference, surname: stored.surname, checkoutdate: '', mail: stored.email }, { 'user-agent': agent })
  return browser
}
/** A device whose renter proved the code. */
async function proved(stored: Stored, agent: string): Promise<Browser> {
  const browser = await waiting(stored, agent)
  await browser.validate(await world.latestCode(String(stored.email)))
  return browser
}
let renters = 0
const aRental = () => world.stored({ email: `devices${renters += 1}@example.com` })
const list = (browser: Browser) => browser.call('GET', '/api/session/others')
const end = (browser: Browser) => browser.call('POST', '/api/session/others/end')
const devicesOf = (answer: Awaited<ReturnType<typeof list>>) => answer.json<{ sessions: { device: string | null; startedAt: string }[] }>().sessions.map(({ device }) => device)
const aged = (stored: Stored, column: 'seen_at' | 'created_at', interval: string) => world.asAdmin(`update renter_session set ${column} = now() - interval '${interval}' where reservation_id = $1`, [stored.id])

describe('the other devices of a reservation (DEC-304, API-95, ASVS 7.5.2)', () => {
  it('are listed newest first, with their kind and since when, without the own one and those that still wait for a code', async () => {
    const stored = await aRental()
    await proved(stored, laptop)
    await proved(stored, phone)
    await waiting(stored, phone)
    const here = await proved(stored, laptop)
    const answer = await list(here)
    expect(devicesOf(answer)).toEqual(['phone', 'desktop'])
    const [newest] = answer.json<{ sessions: { startedAt: string }[] }>().sessions
    expect(Math.abs(Date.now() - Date.parse(newest?.startedAt ?? ''))).toBeLessThan(60_000)
    // Nothing else of a session is told: no name of it, no address.
    expect(Object.keys(newest ?? {}).sort()).toEqual(['device', 'startedAt'])
  })

  it('are those of this reservation alone that still live', async () => {
    const [stored, another] = [await aRental(), await aRental()]
    await proved(another, phone)
    await proved(stored, phone)
    await aged(stored, 'seen_at', '31 minutes')
    await proved(stored, laptop)
    await world.asAdmin("update renter_session set created_at = now() - interval '241 minutes' where reservation_id = $1 and device = 'desktop'", [stored.id])
    expect(devicesOf(await list(await proved(stored, phone)))).toEqual([])
  })

  it('are told to nobody who did not prove a code: not with a link, not while waiting, not without a session', async () => {
    const stored = await aRental()
    await proved(stored, phone)
    const elsewhere = world.browser({ address: freshAddress() })
    for (const call of [list, end]) {
      expect((await call(elsewhere)).statusCode).toBe(401)
      expect((await call(await waiting(stored, phone))).statusCode).toBe(401)
    }
    const linked = await proved(stored, phone)
    await world.asAdmin("update renter_session set level = 'link' where reservation_id = $1", [stored.id])
    for (const call of [list, end]) expect((await call(linked)).json()).toMatchObject({ status: 403, code: 'CodeRequired' })
  })
})

describe('"close it on the other devices" (DEC-304, API-100)', () => {
  it('ends all others at once and leaves the own one, however often it is pressed', async () => {
    const stored = await aRental()
    const [one, two, here] = [await proved(stored, phone), await proved(stored, laptop), await proved(stored, laptop)]
    for (let press = 0; press < 2; press += 1) expect((await end(here)).json()).toEqual({ sessions: [] })
    expect([(await list(one)).statusCode, (await list(two)).statusCode, (await list(here)).statusCode]).toEqual([401, 401, 200])
    // The code opens it elsewhere again, and a device that waits for one may go on.
    expect((await list(await proved(stored, phone))).statusCode).toBe(200)
  })

  it('leaves other reservations and whoever waits for a code alone', async () => {
    const [stored, another] = [await aRental(), await aRental()]
    const theirs = await proved(another, phone)
    const here = await proved(stored, laptop)
    const waits = await waiting(stored, phone)
    await end(here)
    expect((await list(theirs)).statusCode).toBe(200)
    expect((await waits.validate(await world.latestCode(String(stored.email)))).statusCode).toBe(200)
  })

  it('of two devices that press at the same time leaves one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const stored = await aRental()
      const devices = [await proved(stored, phone), await proved(stored, laptop)]
      const answers = await Promise.all(devices.map(end))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    }
  })
})
