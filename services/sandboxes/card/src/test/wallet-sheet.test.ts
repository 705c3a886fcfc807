import { internalFetch } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aShop, type Shop } from './shop.fixture.ts'

let shop: Shop
beforeAll(async () => { shop = await aShop() })
afterAll(() => shop.stop())
const own = 'http://card.localhost:4002'
const approve = (card: string, headers: Readonly<Record<string, string>> = { origin: own }, publicKey = 'shop-fields') =>
  internalFetch(`http://127.0.0.1:${shop.port}/js/integrated/sheet`, { method: 'POST', body: { publicKey, code: 'googlepay', card }, headers: { host: 'card.localhost', ...headers } })
const pays = async (card: string) => {
  const { token } = (await approve(card)).json() as { token: string }
  return { token, first: await shop.transaction('debit', shop.order({ transactionToken: token })) }
}

describe('the sheet of Google Pay and Apple Pay (DEC-184)', () => {
  it.each([['googlepay', 'pt', 'Google Pay', 'Pagar'], ['applepay', 'fr', 'Apple Pay', 'Payer']])('of %s in %s is framed by shops only and shows who asks for how much', async (code, lang, name, button) => {
    const { headers, text } = await internalFetch(`http://127.0.0.1:${shop.port}/js/integrated/sheet?${new URLSearchParams({ code, lang, amount: '179.55', currency: 'EUR', label: '<b>Costa Verde' }).toString()}`, { headers: { host: 'card.localhost' } })
    expect(String(headers['content-security-policy'])).toContain('frame-ancestors http://costaverde.localhost:4000')
    for (const part of [`<h1>${name}</h1>`, '179', '&lt;b&gt;Costa Verde', `>${button}</button>`]) expect(text()).toContain(part)
  })

  it('makes tokens for itself, and for nobody else\'s page or key', async () => {
    const answers = [await approve('ordinary'), await approve('ordinary', { origin: 'http://costaverde.localhost:4000' }), await approve('ordinary', {}), await approve('ordinary', { origin: own }, 'other')]
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 403])
  })

  it('plays a card that is taken once, one that is declined, and a token that was used before (P5, P6)', async () => {
    const { token, first } = await pays('ordinary')
    const again = await shop.transaction('debit', shop.order({ transactionToken: token }))
    expect([first['success'], again['success'], (await pays('declined')).first['success'], (await pays('used')).first['success']]).toEqual([true, false, false, false])
  })
})
