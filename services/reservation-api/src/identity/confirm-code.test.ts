import { contract } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress, identityApp, type Browser, type IdentityApp, type StoredReservation } from '../../test/fixtures/identity-app.fixture.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

let renters = 0
/** A renter whose code has just been sent. */
async function withCode(reservation: Partial<StoredReservation> = {}): Promise<{ browser: Browser; code: string; stored: Awaited<ReturnType<IdentityApp['stored']>> }> {
  renters += 1
  const email = `renter${renters}@example.com`
  const stored = await world.stored({ email, ...reservation })
  const browser = world.browser({ address: freshAddress() })
  await browser.lookup({ ...stored, email })
  return { browser, code: await world.latestCode(email), stored }
}

const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const refusal = { status: 404, code: 'CodeNotFound', title: 'The code is not valid', data: null, requestId: expect.any(String) }

describe('a right code', () => {
  it('opens the reservation under a new cookie, and names it by its public guid (API-11, DEC-07, DEC-70)', async () => {
    const { browser, code, stored } = await withCode()
    const pending = browser.cookies.get('checkin_session')
    const answer = await browser.validate(code)
    expect(answer.statusCode).toBe(200)
    const body = contract.validateCode.answer.parse(answer.json())
    expect(body.guid).toBe(stored.guid)
    expect(body.reservation.reference).toBe(stored.reference)
    expect(answer.body).not.toContain(stored.id)
    expect(browser.cookies.get('checkin_session')).not.toBe(pending)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('leaves the value that the cookie had before worth nothing (DEC-07)', async () => {
    const { browser, code, stored: { reference } } = await withCode()
    const thief = world.browser()
    thief.cookies.set('checkin_session', browser.cookies.get('checkin_session') ?? '')
    await browser.validate(code)
    const accept = (by: Browser) => by.call('POST', '/api/termsandconditions', { reference, acceptedDate: '2026-01-01', isAccepted: true })
    expect((await thief.validate(code)).statusCode).toBe(401)
    expect((await accept(thief)).json()).toMatchObject({ status: 401, code: 'Unauthorized' })
    expect((await accept(browser)).statusCode).toBe(200)
  })

  it('works once (DEC-08)', async () => {
    const { browser, code } = await withCode()
    const pending = browser.cookies.get('checkin_session') ?? ''
    const answers = await Promise.all(Array.from({ length: 8 }, () => {
      const tab = world.browser()
      tab.cookies.set('checkin_session', pending)
      return tab.validate(code)
    }))
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  })

  it('sent once more by the same page is refused and leaves the renter in (DEC-08)', async () => {
    const { browser, code, stored: { reference } } = await withCode()
    await browser.validate(code)
    expect((await browser.validate(code)).json()).toMatchObject({ status: 404, code: 'CodeNotFound' })
    expect((await browser.call('POST', '/api/termsandconditions', { reference, acceptedDate: '2026-01-01', isAccepted: true })).statusCode).toBe(200)
  })

  it('forgives earlier slips on the reference (DEC-09)', async () => {
    const email = 'slips@example.com'
    const stored = await world.stored({ email })
    const browser = world.browser({ address: freshAddress() })
    for (let miss = 0; miss < 4; miss += 1) await browser.prelookup({ reference: stored.reference, surname: 'Slva' })
    await browser.lookup(stored)
    await browser.validate(await world.latestCode(email))
    await browser.prelookup({ reference: stored.reference, surname: 'Slva' })
    expect((await browser.prelookup(stored)).statusCode).toBe(200)
  })
})

describe('a code that is refused', () => {
  it.each<[string, (renter: Awaited<ReturnType<typeof withCode>>) => Promise<string>]>([
    ['is wrong', async ({ code }) => another(code)],
    ['has expired', async ({ code, stored }) => {
      await world.asAdmin("update login_code set expires_at = now() - interval '1 second' where reservation_id = $1", [stored.id])
      return code
    }],
    ['was used', async ({ code, stored }) => {
      await world.asAdmin('update login_code set used_at = now() where reservation_id = $1', [stored.id])
      return code
    }],
    ['belongs to another browser’s look-up', async () => (await withCode()).code],
    ['was never sent', async ({ code, stored }) => {
      await world.asAdmin('delete from login_code where reservation_id = $1', [stored.id])
      return code
    }],
  ])('because it %s gets the one same answer (VERIF-19, DEC-08)', async (_case, arrange) => {
    const renter = await withCode()
    const answer = await renter.browser.validate(await arrange(renter))
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual(refusal)
    expect(answer.cookies).toEqual([])
  })

  it('four times leaves the right one usable, the fifth time kills it (DEC-08)', async () => {
    const [patient, hasty] = [await withCode(), await withCode()]
    for (let miss = 0; miss < 4; miss += 1) await patient.browser.validate(another(patient.code))
    expect((await patient.browser.validate(patient.code)).statusCode).toBe(200)
    for (let miss = 0; miss < 5; miss += 1) await hasty.browser.validate(another(hasty.code))
    expect((await hasty.browser.validate(hasty.code)).json()).toEqual(refusal)
  })

  it('by thirty tries at once is compared five times at most (DEC-08)', async () => {
    const { browser, code, stored } = await withCode()
    await Promise.all(Array.from({ length: 30 }, () => browser.validate(another(code))))
    expect(await world.asAdmin('select tries from login_code where reservation_id = $1', [stored.id])).toEqual([{ tries: 5 }])
  })

  it('without a session is answered 401: nobody asked for it here (DEC-07)', async () => {
    const { code } = await withCode()
    expect((await world.browser().validate(code)).json()).toMatchObject({ status: 401, code: 'Unauthorized' })
  })

  it('that is no six digits is a bad request (VERIF-16)', async () => {
    const { browser } = await withCode()
    for (const text of ['12345', '1234567', 'abcdef', '12a456']) expect((await browser.validate(text)).statusCode).toBe(400)
  })

  it('of one tenant’s session is not taken at another tenant’s site (DEC-06)', async () => {
    const { browser, code } = await withCode()
    const other = world.browser({ host: 'alpen.localhost' })
    other.cookies.set('checkin_session', browser.cookies.get('checkin_session') ?? '')
    expect((await other.validate(code)).statusCode).toBe(401)
  })
})
