import { holds } from '@checkin/testing/hostile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshAddress, identityApp, type Browser, type IdentityApp } from '../fixtures/identity-app.fixture.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp({ code: { lifetimeSeconds: 600, tries: 5, perHour: 100, resendSeconds: 0 } }) })
afterAll(() => world.stop())

let renters = 0
async function withCode(): Promise<{ browser: Browser; code: string; reference: string; email: string }> {
  renters += 1
  const email = `hostile${renters}@example.com`
  const stored = await world.stored({ email })
  const browser = world.browser({ address: freshAddress() })
  await browser.lookup({ ...stored, email })
  return { browser, code: await world.latestCode(email), reference: stored.reference, email }
}
const another = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const isIn = ({ statusCode }: { statusCode: number }): boolean => statusCode === 200
/** Another tab with the same cookie. */
function tabOf({ cookies }: Browser): Browser {
  const tab = world.browser({ address: freshAddress() })
  tab.cookies.set('checkin_session', cookies.get('checkin_session') ?? '')
  return tab
}

describe('somebody who is not let in', () => {
  it('learns from no answer whether a reservation exists, nor which part was wrong (DEC-247, DEC-09)', () => holds('locate oracle', async (tried) => {
    const email = 'oracle@example.com'
    // A reservation of its own for each try: a reference that is guessed at costs work after five misses, one that does not exist too.
    const [first, ...fresh] = await Promise.all(Array.from({ length: 9 }, () => world.stored({ email })))
    const { reference = '', surname = '', pickUp = '' } = first ?? {}
    const next = (): string => fresh.pop()?.reference ?? ''
    const { reference: foreign } = await world.stored({ tenantId: 'alpen', email })
    const { reference: past } = await world.stored({ email, pickUp: '2020-01-01' })
    const ask = async (claim: { reference: string; surname: string; checkoutdate?: string; email?: string }) => {
      const browser = world.browser({ address: freshAddress() })
      const answer = claim.email === undefined ? await browser.prelookup(claim) : await browser.lookup({ ...claim, email: claim.email })
      const { requestId: _, ...body } = answer.json<Record<string, unknown>>()
      return JSON.stringify([answer.statusCode, body, Object.keys(answer.headers).sort(), answer.cookies.length])
    }
    const missing = [await ask({ reference: 'NOSUCH', surname: 'Nobody' }), await ask({ reference: 'NOSUCH2', surname: 'Nobody', email })]
    const mails = async () => (await world.asAdmin('select 1 from mail_outbox where to_address = $1', [email])).length
    for (const [what, claim] of Object.entries({
      'another surname': { reference: next(), surname: 'Costa' }, 'another date': { reference: next(), surname, checkoutdate: '2031-01-01' }, 'a rental of the past': { reference: past, surname },
      'another company\'s': { reference: foreign, surname }, 'only part of the surname': { reference: next(), surname: surname.slice(0, 3) }, 'a pattern for the surname': { reference: next(), surname: '%' },
      'a pattern for the reference': { reference: `${reference.slice(0, 4)}%`, surname }, 'the right date and another surname': { reference: next(), surname: 'Costa', checkoutdate: pickUp },
    })) tried(what, (await ask(claim)) !== missing[0])
    for (const [what, claim] of Object.entries({
      'another address': { reference: next(), surname, email: 'thief@example.com' }, 'the address in another company\'s': { reference: foreign, surname, email }, 'the address beside another surname': { reference: next(), surname: 'Costa', email },
    })) tried(what, (await ask(claim)) !== missing[1])
    tried('no mail left', await mails() !== 0)
    // The right data are told apart, or the comparison would prove nothing.
    expect(await ask({ reference, surname })).not.toBe(missing[0])
  }))

  it('guesses no code, also not in parallel, with another session or a second time (DEC-247, DEC-08)', () => holds('code guessing', async (tried) => {
    const one = await withCode()
    for (let guess = 1; guess <= 5; guess += 1) tried(`wrong code ${guess}`, isIn(await one.browser.validate(another(one.code, guess))))
    const rest = await Promise.all(Array.from({ length: 60 }, (_, at) => tabOf(one.browser).validate(at === 30 ? one.code : another(one.code, at + 10))))
    for (const [at, answer] of rest.entries()) tried(`guess ${at + 6}, in parallel, the right one among them`, isIn(answer))
    const two = await withCode()
    const other = await withCode()
    for (let at = 0; at < 20; at += 1) tried(`another session's code, ${at}`, isIn(await (at % 2 === 0 ? world.browser({ address: freshAddress() }) : tabOf(other.browser)).validate(two.code)))
    const three = await withCode()
    const twice = await Promise.all(Array.from({ length: 6 }, () => tabOf(three.browser).validate(three.code)))
    for (const [at, answer] of twice.filter((each) => !isIn(each)).concat(twice.filter(isIn).slice(1)).entries()) tried(`one code again, ${at}`, isIn(answer))
    const four = await withCode()
    await four.browser.lookup({ reference: four.reference, surname: 'Silva', email: four.email })
    tried('a code that a later one replaced', isIn(await four.browser.validate(four.code)))
    const five = await withCode()
    await world.asAdmin('update login_code set expires_at = now() - interval \'1 second\' where email = $1', [five.email])
    tried('a code after its time', isIn(await five.browser.validate(five.code)))
    const six = await withCode()
    for (let at = 0; at < 40; at += 1) tried(`a form of the code that is none, ${at}`, isIn(await six.browser.validate(['%20', '000000', `${six.code}0`, `${six.code}%00`, '1e5', '-1', `0${six.code}`, 'null', '٣٣٣٣٣٣', '%25'][at % 10] ?? '')))
  }))

  it('guesses no surname from forty networks: beyond the misses that are borne a guess that was not paid for is not compared (DEC-247, DEC-100)', () => holds('surname guessing', async (tried) => {
    const { reference } = await world.stored({ surname: 'Rebelo-Andrade', email: 'surname@example.com' })
    for (let at = 0; at < 40; at += 1) {
      const answer = await world.browser({ address: `198.${20 + Math.floor(at / 250)}.${at}.9` }).prelookup({ reference, surname: at === 33 ? 'Rebelo-Andrade' : `Guess${at}` })
      tried(`surname ${at}`, isIn(answer))
    }
  }))

  it('is no other network for naming another address (DEC-247, DEC-09)', () => holds('spoofed addresses', async (tried) => {
    const right = await world.stored({ email: 'spoof@example.com' })
    const headers: readonly ((address: string) => Readonly<Record<string, string>>)[] = [
      (address) => ({ 'x-forwarded-for': address }), (address) => ({ 'x-real-ip': address }), (address) => ({ forwarded: `for=${address}` }), (address) => ({ 'x-checkin-client': address }),
      (address) => ({ 'x-checkin-client': address, 'x-checkin-key': 'guess' }), (address) => ({ 'x-checkin-client': address, 'x-checkin-proxy': 'guess' }), (address) => ({ 'cf-connecting-ip': address }), (address) => ({ 'true-client-ip': address }),
    ]
    const ask = (claim: object, more: Readonly<Record<string, string>>) => world.app.inject({
      method: 'POST', url: '/api/reservation/prelookup', remoteAddress: '192.0.2.200', payload: { checkoutdate: '', mail: '', ...claim }, headers: { host: 'costaverde.localhost', identifier: 'costaverde.localhost', ...more },
    })
    // The network's own misses are used up by others' references, then each name of another address meets its pause.
    for (let miss = 0; miss < 26; miss += 1) await ask({ reference: `SPOOF${miss}`, surname: 'X' }, {})
    await world.asAdmin('update guess_guard set locked_until = now() + interval \'1 hour\' where kind = \'network\' and misses >= 20')
    for (let at = 0; at < 24; at += 1) tried(`header ${at}`, isIn(await ask({ reference: right.reference, surname: right.surname }, headers[at % 8]?.(`10.${at}.0.1`) ?? {})))
    expect((await world.browser({ address: freshAddress() }).prelookup(right)).statusCode).toBe(200)
  }))

  it('plants no cookie that is worth something once its renter is in (DEC-247, DEC-07)', () => holds('fixation, planted cookies', async (tried) => {
    const stored = await world.stored({ email: 'planted@example.com' })
    const planted = 'p'.repeat(43)
    const victim = world.browser({ address: freshAddress() })
    victim.cookies.set('checkin_session', planted)
    await victim.lookup({ ...stored, email: 'planted@example.com' })
    tried('a value of the attacker\'s own', victim.cookies.get('checkin_session') === planted)
    const pending = tabOf(victim)
    await victim.validate(await world.latestCode('planted@example.com'))
    tried('the value from before the code', victim.cookies.get('checkin_session') === pending.cookies.get('checkin_session'))
    const accept = await pending.call('POST', '/api/termsandconditions', { reference: stored.reference, acceptedDate: '2026-01-01', isAccepted: true })
    tried('a call with the value from before', isIn(accept))
  }))
})
