import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sampled } from '@checkin/testing/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paying, workFor } from '../../test/fixtures/guess-work.fixture.ts'
import { freshAddress, identityApp, type Browser, type IdentityApp } from '../../test/fixtures/identity-app.fixture.ts'
import { bitsFor, challengeFor } from './guess-work.ts'
import { locate } from './locate.ts'
import { referenceKey } from './reservation-directory.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

const elsewhere = (): Browser => world.browser({ address: freshAddress() })
const said = (answer: { statusCode: number; json: () => unknown }): unknown[] => [answer.statusCode, (answer.json() as { code?: string }).code]
const workNeeded = [429, 'WorkRequired']
const notFound = [404, 'ReservationNotFound']

/** A reservation at which strangers guess. */
async function attacked(misses = 5) {
  const reservation = await world.stored()
  for (let miss = 0; miss < misses; miss += 1) await paying((work) => elsewhere().prelookup({ ...reservation, surname: `Costa${miss}`, work }))
  return reservation
}

const asked = async (reference: string): Promise<{ challenge: string; bits: number }> => (await elsewhere().prelookup({ reference, surname: 'Costa' })).json().data as never

/** A number whose hash begins with a one: one in sixteen of any that is taken blindly would pay for the four bits of the tests. */
const unpaid = ({ challenge }: { readonly challenge: string }): string => {
  for (let number = 0; ; number += 1) {
    const work = `${challenge}.${number}`
    if ((createHash('sha256').update(work).digest()[0] ?? 0) >= 0x80) return work
  }
}

describe('a reference that strangers guess at (DEC-100, SEC-12)', () => {
  it('asks for work before anything is compared, whoever is right or wrong, and mails nothing for free', async () => {
    const { reference, email } = await attacked()
    for (const surname of ['Silva', 'Costa']) expect(said(await elsewhere().prelookup({ reference, surname }))).toEqual(workNeeded)
    expect(said(await elsewhere().lookup({ reference: reference.toLowerCase(), surname: 'Silva', email }))).toEqual(workNeeded)
    expect(await world.asAdmin('select 1 from mail_outbox where to_address = $1', [email])).toEqual([])
  })

  it('asks the same for one that does not exist', async () => {
    for (let miss = 0; miss < 5; miss += 1) expect(said(await elsewhere().prelookup({ reference: 'NOWHERE', surname: 'Silva' }))).toEqual(notFound)
    expect(await asked('NOWHERE')).toEqual({ challenge: expect.any(String), bits: world.settings.work.bits })
    expect(said(await paying((work) => elsewhere().prelookup({ reference: 'NOWHERE', surname: 'Silva', work })))).toEqual(notFound)
  })

  it('opens to its renter, who pays by waiting a little, while the attack goes on', async () => {
    const reservation = await attacked(12)
    expect(said(await paying((work) => elsewhere().prelookup({ ...reservation, work })))).toEqual([200, undefined])
    expect(said(await paying((work) => elsewhere().prelookup({ ...reservation, surname: 'Again', work })))).toEqual(notFound)
    const browser = elsewhere()
    expect(said(await paying((work) => browser.lookup({ ...reservation, work })))).toEqual([200, undefined])
    expect((await browser.validate(await world.latestCode(String(reservation.email)))).statusCode).toBe(200)
    // The code proved the renter: slips on the reference are forgotten.
    expect(said(await elsewhere().prelookup(reservation))).toEqual([200, undefined])
  })

  it('lets one try pass for one piece of work, on whatever devices it is sent at once', async () => {
    const { reference } = await attacked()
    const work = workFor(await asked(reference))
    const answers = await Promise.all(Array.from({ length: 8 }, () => elsewhere().prelookup({ reference, surname: 'Silva', work })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 429)])
  })

  it.each<[string, (needed: { challenge: string; bits: number }, subject: { tenantId: string; reference: string }) => string]>([
    ['number that was not worked for', unpaid],
    ['challenge of another reference', (_needed, subject) => workFor(challengeFor(world.settings.codeSecret, { ...subject, reference: 'OTHER' }, 8, world.settings.work))],
    ['challenge of another tenant', (_needed, subject) => workFor(challengeFor(world.settings.codeSecret, { ...subject, tenantId: 'alpen' }, 8, world.settings.work))],
    ['challenge of one’s own making', (_needed, subject) => workFor(challengeFor('guessed', subject, 8, world.settings.work))],
    ['challenge that has expired', (_needed, subject) => workFor(challengeFor(world.settings.codeSecret, subject, 8, { ...world.settings.work, seconds: -1 }))],
    ['challenge of when a try was cheaper', (_needed, subject) => workFor(challengeFor(world.settings.codeSecret, subject, world.settings.work.bits - 1, world.settings.work))],
    ['other text', () => 'x.y.z.1'],
  ])('takes no %s for a payment', async (_what, forged) => {
    const { reference } = await attacked()
    const subject = { tenantId: 'costaverde', reference: referenceKey(reference) }
    expect(said(await elsewhere().prelookup({ reference, surname: 'Silva', work: forged(await asked(reference), subject) }))).toEqual(workNeeded)
    expect(said(await elsewhere().prelookup({ reference, surname: 'Silva', work: workFor(challengeFor(world.settings.codeSecret, subject, world.settings.work.bits, world.settings.work)) }))).toEqual([200, undefined])
  })

  it('costs more the longer it is guessed at, and never more than a phone can do', async () => {
    const { bits, mostBits, missesPerBit } = world.settings.work
    const { reference } = await attacked(5 + missesPerBit)
    expect((await asked(reference)).bits).toBe(bits + 1)
    fc.assert(fc.property(fc.nat(), fc.nat(), (one, more) => {
      const [first, then] = [bitsFor(one, world.settings.work), bitsFor(one + more, world.settings.work)]
      expect(first).toBeGreaterThanOrEqual(bits)
      expect(then).toBeGreaterThanOrEqual(first)
      expect(then).toBeLessThanOrEqual(mostBits)
    }))
  })

  /** Each is another network, which has its own count. */
  const guesses = sampled(1000, 10_000)
  it(`is opened by none of ${guesses} free guesses from as many networks, the right one among them`, async () => {
    const reservation = await attacked()
    const kinds = new Set<string>()
    for (let at = 0; at < guesses; at += 500) {
      await world.database.withTenant('costaverde', async (transaction) => {
        for (let guess = at; guess < at + 500; guess += 1) {
          const claim = { reference: reservation.reference, surname: guess === guesses - 223 ? 'Silva' : `Name${guess}`, checkoutdate: '', mail: null, proof: '', proved: null, work: '' }
          const address = `10.${guess >> 8}.${guess & 255}.7`
          kinds.add((await locate(transaction, world.directory, claim, { tenantId: 'costaverde', timeZone: 'Europe/Lisbon', address }, world.settings)).kind)
        }
      })
    }
    expect([...kinds]).toEqual(['work-needed'])
  })
})
