import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromToday, freshAddress, identityApp, type Browser, type IdentityApp } from '../../test/fixtures/identity-app.fixture.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

const elsewhere = (): Browser => world.browser({ address: freshAddress() })
const bodyWithoutId = (answer: { json: () => unknown }) => ({ ...(answer.json() as object), requestId: null })

describe('locating a reservation', () => {
  it('answers that it was found and whether there are terms, and nothing personal (API-09, DEC-70)', async () => {
    const { reference } = await world.stored()
    const answer = await elsewhere().prelookup({ reference, surname: 'Silva' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ found: true, needsTerms: true })
    expect(answer.cookies).toEqual([])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('says that there are no terms where the tenant has none (VERIF-09)', async () => {
    const { reference } = await world.stored({ tenantId: 'alpen' })
    const answer = await world.browser({ host: 'alpen.localhost', address: freshAddress() }).prelookup({ reference, surname: 'Silva' })
    expect(answer.json()).toEqual({ found: true, needsTerms: false })
  })

  it.each([
    ['the surname in another case', { surname: 'MUELLER LUEDENSCHEIDT' }],
    ['the right pick-up day', { surname: 'Müller-Lüdenscheidt', checkoutdate: dayFromToday(3) }],
    ['spaces around the reference and small letters', { surname: 'Muller-Ludenscheidt', spaced: true }],
  ])('takes %s (API-09)', async (_case, typed) => {
    const { reference } = await world.stored({ surname: 'Müller-Lüdenscheidt' })
    const answer = await elsewhere().prelookup({ ...typed, reference: 'spaced' in typed ? ` ${reference.toLowerCase()} ` : reference })
    expect(answer.statusCode).toBe(200)
  })

  it('accepts a pick-up of today and refuses one of yesterday in the tenant’s zone (DEC-02)', async () => {
    const [today, yesterday] = [await world.stored({ pickUp: dayFromToday(0) }), await world.stored({ pickUp: dayFromToday(-1) })]
    expect((await elsewhere().prelookup(today)).statusCode).toBe(200)
    expect((await elsewhere().prelookup(yesterday)).statusCode).toBe(404)
  })

  it('says that there is a rental agreement only to who knows the right pair (API-09, VERIF-07)', async () => {
    const { reference } = await world.stored({ hasAgreement: true })
    const right = await elsewhere().prelookup({ reference, surname: 'Silva' })
    expect([right.statusCode, right.json().code]).toEqual([409, 'HasRentalAgreement'])
    const wrong = await elsewhere().prelookup({ reference, surname: 'Costa' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([404, 'ReservationNotFound'])
    expect((await elsewhere().prelookup({ reference, surname: 'Silva', checkoutdate: dayFromToday(9) })).statusCode).toBe(404)
  })

  it('gives one and the same body for every miss (DEC-09)', async () => {
    const { reference } = await world.stored()
    const past = await world.stored({ pickUp: dayFromToday(-2) })
    const foreign = await world.stored({ tenantId: 'alpen' })
    const misses = await Promise.all([
      elsewhere().prelookup({ reference: 'NOTHING', surname: 'Silva' }),
      elsewhere().prelookup({ reference, surname: 'Costa' }),
      elsewhere().prelookup({ reference, surname: 'Silva', checkoutdate: dayFromToday(9) }),
      elsewhere().prelookup({ reference: past.reference, surname: 'Silva' }),
      elsewhere().prelookup({ reference: foreign.reference, surname: 'Silva' }),
      elsewhere().lookup({ reference, surname: 'Silva', email: 'somebody@example.com' }),
      elsewhere().lookup({ reference: 'NOTHING', surname: 'Silva', email: 'somebody@example.com' }),
    ])
    expect(new Set(misses.map((answer) => JSON.stringify(bodyWithoutId(answer))))).toHaveProperty('size', 1)
    expect(new Set(misses.map((answer) => `${answer.statusCode} ${answer.headers['content-length']}`))).toEqual(new Set([`404 ${misses[0].headers['content-length']}`]))
    expect(misses.flatMap((answer) => answer.cookies)).toEqual([])
  })

  it.each([
    ['an empty reference', { reference: '', surname: 'Silva' }],
    ['a reference of 41 characters', { reference: 'x'.repeat(41), surname: 'Silva' }],
    ['an empty surname', { reference: 'CV1', surname: '' }],
    ['a day that does not exist', { reference: 'CV1', surname: 'Silva', checkoutdate: '2026-02-30' }],
    ['a day that is no date', { reference: 'CV1', surname: 'Silva', checkoutdate: 'tomorrow' }],
  ])('refuses %s as a bad request', async (_case, typed) => {
    const answer = await elsewhere().prelookup(typed)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'InvalidRequest'])
  })

  it('finds nothing by signs that mean something to a database', async () => {
    await world.stored({ reference: 'CV_77' })
    for (const reference of ['CV%', 'CV_7_', "CV_77' or '1'='1", '*']) {
      expect((await elsewhere().prelookup({ reference, surname: 'Silva' })).statusCode).toBe(404)
    }
  })
})

describe('guessing', () => {
  it('at a reference costs work after five misses, until an hour has passed since the first (DEC-100)', async () => {
    const { reference } = await world.stored()
    for (let miss = 0; miss < 5; miss += 1) expect((await elsewhere().prelookup({ reference, surname: `Costa${miss}` })).statusCode).toBe(404)
    const free = await elsewhere().prelookup({ reference, surname: 'Silva' })
    expect([free.statusCode, free.json().code]).toEqual([429, 'WorkRequired'])
    await world.asAdmin("update guess_guard set window_started_at = window_started_at - interval '1 hour' where kind = 'reference'")
    expect((await elsewhere().prelookup({ reference, surname: 'Silva' })).statusCode).toBe(200)
  })

  it('four times costs the right renter nothing (DEC-09)', async () => {
    const { reference } = await world.stored()
    for (let miss = 0; miss < 4; miss += 1) await elsewhere().prelookup({ reference, surname: 'Costa' })
    expect((await elsewhere().prelookup({ reference, surname: 'Silva' })).statusCode).toBe(200)
  })

  it('without paying makes the next try no dearer: strangers cannot raise the price for free (DEC-100)', async () => {
    const { reference } = await world.stored()
    for (let miss = 0; miss < 5; miss += 1) await elsewhere().prelookup({ reference, surname: 'Costa' })
    const price = async () => (await elsewhere().prelookup({ reference, surname: 'Costa' })).json<{ data: { bits: number } }>().data.bits
    const before = await price()
    for (let miss = 0; miss < 12; miss += 1) await elsewhere().prelookup({ reference, surname: 'Costa' })
    expect(await price()).toBe(before)
  })

  it('counts wrong dates and wrong e-mails like wrong surnames (DEC-09)', async () => {
    const { reference, email } = await world.stored()
    await elsewhere().prelookup({ reference, surname: 'Costa' })
    await elsewhere().prelookup({ reference, surname: 'Silva', checkoutdate: dayFromToday(9) })
    for (const address of ['a@example.com', 'b@example.com', 'c@example.com']) await elsewhere().lookup({ reference, surname: 'Silva', email: address })
    expect((await elsewhere().lookup({ reference, surname: 'Silva', email })).statusCode).toBe(429)
  })

  it('a right pair in between does not forgive misses: it would let e-mails be guessed without end (DEC-09)', async () => {
    const { reference, email } = await world.stored()
    for (let miss = 0; miss < 5; miss += 1) {
      await elsewhere().lookup({ reference, surname: 'Silva', email: `guess${miss}@example.com` })
      await elsewhere().prelookup({ reference, surname: 'Silva' })
    }
    expect((await elsewhere().lookup({ reference, surname: 'Silva', email })).statusCode).toBe(429)
  })

  it('twenty times from one network lets the network wait, and no other one, at this tenant only (DEC-09, DEC-100)', async () => {
    const { reference } = await world.stored()
    for (let miss = 1; miss <= 20; miss += 1) await world.browser({ address: `192.0.2.${miss}` }).prelookup({ reference: `NONE${miss}`, surname: 'Silva' })
    const waits = await world.browser({ address: '192.0.2.200' }).prelookup({ reference, surname: 'Silva' })
    expect([waits.statusCode, waits.json().code, Number(waits.headers['retry-after'])]).toEqual([429, 'TooManyRequests', 1])
    expect((await world.browser({ address: '192.0.3.200' }).prelookup({ reference, surname: 'Silva' })).statusCode).toBe(200)
    const ofAlpen = await world.stored({ tenantId: 'alpen' })
    expect((await world.browser({ host: 'alpen.localhost', address: '192.0.2.200' }).prelookup(ofAlpen)).statusCode).toBe(200)
  })

  it('from the many small networks of one large one lets all of it wait (SEC-18, DEC-158)', async () => {
    const { reference } = await world.stored()
    const from = (network: string) => world.browser({ address: `2001:db8:${network}::7` })
    for (let miss = 1; miss <= 20; miss += 1) expect((await from(`5:${miss.toString(16)}00`).prelookup({ reference: `SPREAD${miss}`, surname: 'Silva' })).statusCode).toBe(404)
    const waits = await from('5:ff00').prelookup({ reference, surname: 'Silva' })
    expect([waits.statusCode, Number(waits.headers['retry-after'])]).toEqual([429, 1])
    expect((await from('6:ff00').prelookup({ reference, surname: 'Silva' })).statusCode).toBe(200)
  })

  it('on from a network makes it wait twice as long each time, and lets it try again after that (DEC-100)', async () => {
    const [browser, { reference }] = [world.browser({ address: '192.0.4.9' }), await world.stored()]
    const waited = () => world.asAdmin("update guess_guard set locked_until = now() where kind = 'network' and locked_until > now()")
    const pauses: number[] = []
    for (let miss = 1; miss <= 24; miss += 1) {
      expect((await browser.prelookup({ reference: `MISS${miss}`, surname: 'Silva' })).statusCode).toBe(404)
      if (miss < 20) continue
      const { headers } = await browser.prelookup({ reference, surname: 'Silva' })
      pauses.push(Number(headers['retry-after']))
      await waited()
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16])
    expect((await browser.prelookup({ reference, surname: 'Silva' })).statusCode).toBe(200)
  })

  it('by forty calls at once is judged one after the other: five are compared, no more for nothing (DEC-09)', async () => {
    const { reference } = await world.stored()
    const answers = await Promise.all(Array.from({ length: 40 }, () => elsewhere().prelookup({ reference, surname: 'Costa' })))
    expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(5)
    expect((await elsewhere().prelookup({ reference, surname: 'Silva' })).statusCode).toBe(429)
  })

  it('cannot hide behind an address that the renter claims: only the site may forward one (DEC-09)', async () => {
    const { reference } = await world.stored()
    for (let miss = 1; miss <= 20; miss += 1) {
      const browser = world.browser({ address: freshAddress() })
      await browser.call('POST', '/api/reservation/prelookup', { reference: `NO${miss}`, surname: 'Silva', checkoutdate: '', mail: '' }, { 'x-checkin-proxy': 'guessed', 'x-forwarded-for': freshAddress() })
    }
    const direct = { 'x-checkin-proxy': 'guessed' }
    const answer = await elsewhere().call('POST', '/api/reservation/prelookup', { reference, surname: 'Silva', checkoutdate: '', mail: '' }, direct)
    expect(answer.statusCode).toBe(429)
  })

  it('keeps nothing of what was typed or of the network’s address readable in the database (DEC-80)', async () => {
    await world.browser({ address: '198.51.100.23' }).prelookup({ reference: 'CANARY-REF', surname: 'Silva' })
    const rows = JSON.stringify(await world.asAdmin('select * from guess_guard'))
    expect(rows).not.toContain('CANARY')
    expect(rows).not.toContain('198.51.100')
  })
})

describe('a miss', () => {
  it('takes at least the floor time whatever was wrong, a hit need not (DEC-09)', async () => {
    const slow = await identityApp({ minimumLatencyMs: 120 })
    try {
      const { reference } = await slow.stored()
      const time = async (surname: string, of: string): Promise<number> => {
        const startedAt = performance.now()
        await slow.browser({ address: freshAddress() }).prelookup({ reference: of, surname })
        return performance.now() - startedAt
      }
      for (const [surname, of] of [['Costa', reference], ['Silva', 'NONE']] as const) expect(await time(surname, of)).toBeGreaterThanOrEqual(119)
    } finally {
      await slow.stop()
    }
  })
})
