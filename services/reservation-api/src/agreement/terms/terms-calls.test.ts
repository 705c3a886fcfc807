import { contract } from '@checkin/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractText, getDocumentProxy } from 'unpdf'
import { dayFromToday, freshAddress, identityApp, type Browser, type IdentityApp } from '../../../test/fixtures/identity-app.fixture.ts'

let world: IdentityApp
beforeAll(async () => { world = await identityApp() })
afterAll(() => world.stop())

let renters = 0
async function verified(): Promise<{ browser: Browser; reference: string; id: string }> {
  renters += 1
  const stored = await world.stored({ email: `t${renters}@example.com` })
  const browser = world.browser({ address: freshAddress() })
  await browser.lookup(stored)
  await browser.validate(await world.latestCode(`t${renters}@example.com`))
  return { browser, reference: stored.reference, id: stored.id }
}

const accept = (browser: Browser, reference: string, acceptedDate = dayFromToday(0), isAccepted: unknown = true) =>
  browser.call('POST', '/api/termsandconditions', { reference, acceptedDate, isAccepted })
const recorded = (id: string) => world.asAdmin('select accepted_on::text from terms_acceptance where reservation_id = $1', [id])

describe('the list of terms', () => {
  it.each([['en', 'Terms of rental', 'Privacy policy'], ['pt', 'Condições de aluguer', 'Política de privacidade'], ['fr', 'Conditions de location', 'Politique de confidentialité']])(
    'is in the language %s of the page (API-06)', async (language, rental, privacy) => {
      const answer = await world.browser({ language }).call('GET', '/api/termsandconditions')
      expect(contract.listTerms.answer.parse(answer.json())).toEqual([{ tag: 'rental', title: rental, hash: expect.any(String) as string }, { tag: 'privacy', title: privacy, hash: expect.any(String) as string }])
    })

  it('is empty where the tenant has none (API-06)', async () => {
    expect((await world.browser({ host: 'alpen.localhost' }).call('GET', '/api/termsandconditions')).json()).toEqual([])
  })
})

describe('a document', () => {
  it('is a PDF file in the language of the page, named after its tag (API-07, VERIF-12)', async () => {
    const answer = await world.browser({ language: 'fr' }).call('GET', '/api/termsandconditions/privacy')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="privacy-fr.pdf"', 'content-language': 'fr' })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)), { mergePages: true })
    expect(text).toContain('Politique de confidentialité')
    expect(text).toContain('Costa Verde')
  })

  it('is not sent again to who has it (API-07)', async () => {
    const { headers } = await world.browser().call('GET', '/api/termsandconditions/rental')
    const again = await world.browser().call('GET', '/api/termsandconditions/rental', undefined, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it.each([['costaverde.localhost', 'unknown', 404], ['alpen.localhost', 'rental', 404], ['costaverde.localhost', '..%2Frental', 400], ['costaverde.localhost', '__proto__', 400], ['costaverde.localhost', 'constructor', 404]])(
    'of %s with the tag %s is answered %i (API-07)', async (host, tag, status) => {
      expect((await world.browser({ host }).call('GET', `/api/termsandconditions/${tag}`)).statusCode).toBe(status)
    })
})

describe('agreeing to the terms', () => {
  it('is recorded once, and the first date is kept (API-08)', async () => {
    const { browser, reference, id } = await verified()
    expect((await accept(browser, reference)).json()).toEqual({ accepted: true })
    expect((await accept(browser, reference.toLowerCase(), dayFromToday(1))).statusCode).toBe(200)
    expect(await recorded(id)).toEqual([{ accepted_on: dayFromToday(0) }])
  })

  it('by ten calls at once is recorded once (API-08)', async () => {
    const { browser, reference, id } = await verified()
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(browser, reference)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200))
    expect(await recorded(id)).toHaveLength(1)
  })

  it.each([['2020-01-01'], ['2099-12-31']])('on a device whose clock says %s is recorded under the real day (DEC-10)', async (date) => {
    const { browser, reference, id } = await verified()
    await accept(browser, reference, date)
    expect(await recorded(id)).toEqual([{ accepted_on: dayFromToday(0) }])
  })

  it.each([['isAccepted is false', dayFromToday(0), false], ['isAccepted is null', dayFromToday(0), null], ['the date is none', 'today', true]])(
    'is refused when %s (API-08)', async (_case, date, isAccepted) => {
      const { browser, reference, id } = await verified()
      expect((await accept(browser, reference, date, isAccepted)).statusCode).toBe(400)
      expect(await recorded(id)).toEqual([])
    })

  it('of another reservation is refused: the session decides which one it is (API-08)', async () => {
    const [one, other] = [await verified(), await verified()]
    expect((await accept(one.browser, other.reference)).json()).toMatchObject({ status: 409, code: 'SessionMismatch' })
    expect(await recorded(other.id)).toEqual([])
  })

  it('needs a session (API-08)', async () => {
    const { reference } = await world.stored()
    expect((await accept(world.browser(), reference)).statusCode).toBe(401)
  })
})
