import { sampled } from '@checkin/testing/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromToday, freshAddress, identityApp, type Browser, type IdentityApp, type StoredReservation } from '../../test/fixtures/identity-app.fixture.ts'
import { paying, workFor } from '../../test/fixtures/guess-work.fixture.ts'
import { locate } from './locate.ts'

/** Of all four digits; the right ones, 4567, are always among them. */
const [from, to] = sampled([4_000, 5_000] as const, [0, 10_000] as const)

let world: IdentityApp
beforeAll(async () => { world = await identityApp({ network: { misses: 1_000_000, windowSeconds: 3600, beyond: 'growing', lockSeconds: 900 } }) })
afterAll(() => world.stop())

const elsewhere = (): Browser => world.browser({ address: freshAddress() })
const phone = '91 234 45-67'
const withoutMail = (change: Partial<StoredReservation> = {}) => world.stored({ email: null, driver: { phone }, ...change })
const right = ({ reference }: { reference: string }) => ({ reference, surname: 'Silva', email: 'new@example.com', checkoutdate: dayFromToday(3), proof: '4567' })
const notFound = [404, 'ReservationNotFound']
const said = (answer: { statusCode: number; json: () => unknown }): unknown[] => [answer.statusCode, (answer.json() as { code?: string }).code]
const mailsTo = (address: string) => world.asAdmin("select 1 from mail_outbox where to_address = $1 and kind = 'code'", [address])

describe('a reservation without an e-mail address (DEC-99)', () => {
  it('says that it needs a second proof, to whoever knows the right pair and to nobody else (S1.74)', async () => {
    const [without, usual] = [await withoutMail(), await world.stored()]
    expect((await elsewhere().prelookup(without)).json()).toEqual({ found: true, needsTerms: true, secondProof: true })
    expect((await elsewhere().prelookup(usual)).json()).toEqual({ found: true, needsTerms: true })
    const misses = [await elsewhere().prelookup({ ...without, surname: 'Costa' }), await elsewhere().prelookup({ ...usual, surname: 'Costa' }), await elsewhere().prelookup({ reference: 'NONE', surname: 'Silva' })]
    expect(new Set(misses.map((answer) => JSON.stringify({ ...answer.json<object>(), requestId: null })))).toHaveProperty('size', 1)
  })

  it.each([['phone', { phone }, '4567'], ['licence, however it is written', { phone, licence: 'fa-9 00123' }, '0123'], ['licence alone', { licence: 'L-77A8' }, '77a8']] as const)(
    'is opened with the pick-up date and the end of its %s, and then keeps the proved address (S1.75)', async (_what, driver, proof) => {
      const reservation = await withoutMail({ driver })
      const address = `${reservation.reference.toLowerCase()}@example.com`
      const browser = elsewhere()
      expect((await browser.lookup({ ...right(reservation), email: address, proof })).statusCode).toBe(200)
      const onFile = async () => (await world.asAdmin('select customer_email from reservation where id = $1', [reservation.id]))[0]?.['customer_email']
      expect(await onFile()).toBeNull()
      expect((await browser.validate(await world.latestCode(address))).statusCode).toBe(200)
      expect(await onFile()).toBe(address)
      // From then on it is one like any other.
      expect((await elsewhere().prelookup(reservation)).json()).toEqual({ found: true, needsTerms: true })
      expect(said(await elsewhere().lookup({ ...right(reservation), email: 'other@example.com', proof }))).toEqual(notFound)
    })

  it.each([
    ['no proof', { proof: undefined }], ['an empty one', { proof: '' }], ['a wrong one', { proof: '4568' }], ['no pick-up date', { checkoutdate: '' }],
    ['another pick-up date', { checkoutdate: dayFromToday(4) }], ['another surname', { surname: 'Costa' }],
  ])('answers %s as any miss, mails nothing and counts it (S1.76)', async (_what, change) => {
    const reservation = await withoutMail()
    const claim = { ...right(reservation), email: `${reservation.reference.toLowerCase()}@example.com` }
    const { proof, ...rest } = { ...claim, ...change }
    for (let miss = 0; miss < 5; miss += 1) expect(said(await elsewhere().lookup({ ...rest, ...(proof !== undefined && { proof }) }))).toEqual(notFound)
    // All that was sent counts: the next try would cost work, and would not help a stranger either (DEC-155).
    expect(said(await elsewhere().lookup(claim))).toEqual([429, 'WorkRequired'])
    expect(said(await paying((work) => elsewhere().lookup({ ...claim, work })))).toEqual(notFound)
    expect(await mailsTo(claim.email)).toEqual([])
  })

  it('whose company has nothing on file leads to the counter, once all else is right (S1.77)', async () => {
    const reservation = await withoutMail({ driver: { licence: '12' } })
    expect((await elsewhere().prelookup(reservation)).json()).toMatchObject({ secondProof: true })
    expect(said(await elsewhere().lookup({ ...right(reservation), checkoutdate: dayFromToday(4) }))).toEqual(notFound)
    expect(said(await elsewhere().lookup(right(reservation)))).toEqual([409, 'NoProofOnFile'])
    expect(await mailsTo('new@example.com')).toEqual([])
  })

  it('takes no proof in place of the address that is on file', async () => {
    const reservation = await world.stored({ driver: { phone } })
    expect(said(await elsewhere().lookup(right(reservation)))).toEqual(notFound)
  })

  it('sends another code to the same address and browser without another proof, and to nobody else (S1.9)', async () => {
    const reservation = await withoutMail()
    const { proof, ...again } = { ...right(reservation), email: 'resend@example.com', checkoutdate: '' }
    const browser = elsewhere()
    expect((await browser.lookup({ ...right(reservation), email: 'resend@example.com', proof })).statusCode).toBe(200)
    await world.asAdmin("update login_code set created_at = created_at - interval '60 seconds' where email = 'resend@example.com'")
    expect(said(await browser.lookup({ ...again, email: 'other@example.com' }))).toEqual(notFound)
    expect(said(await elsewhere().lookup(again))).toEqual(notFound)
    // A proof that is given has to be right.
    expect(said(await browser.lookup({ ...right(reservation), email: 'resend@example.com', proof: '7654' }))).toEqual(notFound)
    expect((await browser.lookup(again)).statusCode).toBe(200)
  })

  it(`is opened by none of ${to - from} guesses, each of them paid for, the right one among them; the first come from as many networks at once (DEC-155)`, async () => {
    const reservation = await withoutMail()
    const guesses = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0')).slice(from, to)
    const first = await Promise.all(guesses.slice(0, 40).map((proof) => elsewhere().lookup({ ...right(reservation), email: 'thief@example.com', proof })))
    const missed = first.filter(({ statusCode }) => statusCode === 404)
    expect(new Set(missed.map((answer) => JSON.stringify({ ...answer.json<object>(), requestId: null, cookies: answer.cookies.length, length: answer.headers['content-length'] }))).size).toBe(1)
    expect([missed.length, first.filter(({ statusCode }) => statusCode === 429).length]).toEqual([5, 35])
    // The rest without the way there: one after the other, as the guard judges them in any case.
    const kinds = new Set<string>()
    const who = { tenantId: 'costaverde', timeZone: 'Europe/Lisbon', address: '203.0.113.9' }
    for (let at = 0; at < guesses.length; at += 100) {
      await world.database.withTenant('costaverde', async (transaction) => {
        for (const proof of guesses.slice(at, at + 100)) {
          const claim = { reference: reservation.reference, surname: 'Silva', checkoutdate: dayFromToday(3), mail: 'thief@example.com', proof, proved: null, work: '' }
          const free = await locate(transaction, world.directory, claim, who, world.settings)
          kinds.add(free.kind)
          if (free.kind === 'work-needed') kinds.add((await locate(transaction, world.directory, { ...claim, work: workFor(free.work) }, who, world.settings)).kind)
        }
      })
    }
    expect([...kinds]).toEqual(['work-needed', 'missed'])
    expect(await mailsTo('thief@example.com')).toEqual([])
  }, 240_000)
})

describe('a wrong second proof', () => {
  it('takes the floor time of every miss (DEC-09)', async () => {
    const slow = await identityApp({ minimumLatencyMs: 120 })
    try {
      const reservation = await slow.stored({ email: null, driver: { phone } })
      for (const change of [{ proof: '4568' }, { surname: 'Costa' }, { reference: 'NONE' }]) {
        const startedAt = performance.now()
        await slow.browser({ address: freshAddress() }).lookup({ ...right(reservation), ...change })
        expect(performance.now() - startedAt).toBeGreaterThanOrEqual(119)
      }
    } finally {
      await slow.stop()
    }
  })
})
