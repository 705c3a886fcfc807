import { internalFetch } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cardProblems } from '../gateway/tokenise.ts'
import { aShop, type Shop } from './shop.fixture.ts'

let shop: Shop
beforeAll(async () => { shop = await aShop() })
afterAll(() => shop.stop())
const get = (path: string) => internalFetch(`http://127.0.0.1:${shop.port}${path}`, { headers: { host: 'card.localhost' } })

describe('what is wrong with a card (P4)', () => {
  const right = { publicKey: 'k', number: '4111111111111111', cvv: '123', month: '12', year: '2031', card_holder: 'Maria Silva' }
  const today = new Date('2026-11-21T12:00:00Z')
  const found = (change: object): string[] => cardProblems({ ...right, ...change }, today).map(({ attribute, key }) => `${attribute}.${key}`)

  it.each<[object, string[]]>([
    [{}, []],
    [{ number: '' }, ['number.errors.blank']], [{ number: '4111111111111112' }, ['number.errors.invalid']], [{ number: '4111 1111 1111 1111' }, []],
    [{ cvv: '' }, ['cvv.errors.blank']], [{ cvv: '12' }, ['cvv.errors.invalid']], [{ cvv: '1234' }, ['cvv.errors.invalid']],
    [{ number: '378282246310005', cvv: '1234' }, []],
    [{ month: '' }, ['month.errors.blank']], [{ month: '13' }, ['month.errors.invalid']], [{ month: '00' }, ['month.errors.invalid']],
    [{ year: '' }, ['year.errors.blank']], [{ year: '31' }, ['year.errors.invalid']], [{ year: '3000' }, ['year.errors.invalid']], [{ year: '2025' }, ['year.errors.expired']],
    [{ month: '10', year: '2026' }, ['year.errors.expired']], [{ month: '11', year: '2026' }, []],
    [{ card_holder: '' }, ['card_holder.errors.blank']],
    [{ card_holder: undefined, first_name: '', last_name: '' }, ['first_name.errors.blank', 'last_name.errors.blank']],
    [{ number: '', cvv: '', month: '', year: '', card_holder: '' }, ['number.errors.blank', 'cvv.errors.blank', 'month.errors.blank', 'year.errors.blank', 'card_holder.errors.blank']],
  ])('%j: %j', (change, problems) => {
    expect(found(change)).toEqual(problems)
  })
})

describe('the fields', () => {
  it.each(['number', 'cvv'])('%s may be framed by the shops only, runs its own script only, and says nothing to others', async (field) => {
    const { headers } = await get(`/js/integrated/frame/${field}?lang=pt`)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain('frame-ancestors http://costaverde.localhost:4000')
    expect(policy).toMatch(/script-src 'self';/)
    expect(policy).not.toContain('unsafe')
    expect([headers['cross-origin-resource-policy'], headers['cache-control'], headers['referrer-policy']]).toEqual(['cross-origin', 'no-store', 'no-referrer'])
  })

  it.each([['en', 'Card number'], ['pt', 'Número do cartão'], ['fr', 'Numéro de carte'], ['xx', 'Card number']])('speak %s: %s', async (language, label) => {
    expect((await get(`/js/integrated/frame/number?lang=${language}`)).text()).toContain(`<label for="field">${label}</label>`)
  })

  it('make tokens for themselves and for nobody else\'s page or key', async () => {
    const body = { publicKey: 'shop-fields', number: '4111111111111111', cvv: '123', month: '12', year: '2031', card_holder: 'M' }
    const ask = (headers: Readonly<Record<string, string>>, change: object = {}) =>
      internalFetch(`http://127.0.0.1:${shop.port}/js/integrated/tokenize`, { method: 'POST', body: { ...body, ...change }, headers: { host: 'card.localhost', ...headers } })
    expect((await ask({ origin: 'http://card.localhost:4002' })).status).toBe(200)
    expect((await ask({ origin: 'http://costaverde.localhost:4000' })).status).toBe(403)
    expect((await ask({})).status).toBe(403)
    expect((await ask({ origin: 'http://card.localhost:4002' }, { publicKey: 'other' })).status).toBe(403)
  })
})

describe('the bank\'s page (P8)', () => {
  const challenged = async (number: string, more: object = {}) => {
    const order = shop.order({ transactionToken: await shop.token(number), ...more })
    const answer = await shop.transaction('debit', order)
    return { id: order.merchantTransactionId, path: new URL(String(answer['redirectUrl'])).pathname }
  }
  const press = (path: string, form: string) =>
    internalFetch(`http://127.0.0.1:${shop.port}${path}`, { method: 'POST', body: form, headers: { host: 'card.localhost', 'content-type': 'application/x-www-form-urlencoded' } })

  it.each([['en', 'Confirm your payment'], ['pt', 'Confirme o pagamento'], ['fr', 'Confirmez votre paiement']])('asks in %s, with the amount and the last digits', async (language, title) => {
    const { path } = await challenged('4000000000003220', { language })
    const page = (await get(path)).text()
    expect(page).toContain(`<h1>${title}</h1>`)
    expect(page).toContain('•••• 3220')
    expect(page).toContain('159')
  })

  it('asks in the browser\'s language where the shop said none', async () => {
    const { path } = await challenged('4000000000003220')
    const answer = await internalFetch(`http://127.0.0.1:${shop.port}${path}`, { headers: { host: 'card.localhost', 'accept-language': 'fi, fr;q=0.8' } })
    expect(answer.text()).toContain('<html lang="fr"')
  })

  it('says that a code is wrong, gives up after three, and ends on a page that only says "finished"', async () => {
    const { id, path } = await challenged('4000000000003220')
    expect((await press(path, 'answer=confirm&otp=111111')).text()).toContain('aria-invalid="true"')
    await press(path, 'answer=confirm&otp=111111')
    const end = (await press(path, 'answer=confirm&otp=111111')).text()
    expect(end).toContain('data-shop="http://costaverde.localhost:4000"')
    // Ids in attributes may have any digits.
    expect(end.replaceAll(/="[^"]*"/g, '')).not.toContain('2021')
    expect(await shop.status(id)).toMatchObject({ transactionStatus: 'ERROR', errors: [{ errorCode: 2021 }] })
  })

  it('needs no code where the bank knows the customer, and a reload of its end changes nothing', async () => {
    const { id, path } = await challenged('4000000000003055')
    await press(path, 'answer=confirm')
    await press(path, 'answer=cancel')
    expect((await get(path)).text()).toContain('challenge-end.js')
    expect(await shop.status(id)).toMatchObject({ transactionStatus: 'SUCCESS' })
  })

  it('may be down, and the payment then waits until its time is over', async () => {
    const { id, path } = await challenged('4000000000003097')
    expect((await get(path)).status).toBe(503)
    expect((await press(path, 'answer=confirm&otp=123456')).status).toBe(503)
    expect(await shop.status(id)).toMatchObject({ transactionStatus: 'REDIRECT' })
    await shop.admin('clock', { advanceMs: 21 * 60_000 })
    expect(await shop.status(id)).toMatchObject({ transactionStatus: 'ERROR', errors: [{ errorCode: 2005 }] })
  })
})
