import { afterAll, beforeAll, expect, it } from 'vitest'
import { internalFetch } from '@checkin/server'
import { signatureOf } from '../gateway/callbacks.ts'
import { aShop, type Shop } from './shop.fixture.ts'

const other = { apiKey: 'other-shop', user: 'other-user', password: 'password-of-the-other', secret: 'secret-of-the-other', publicKey: 'other-fields' }
let shop: Shop
beforeAll(async () => { shop = await aShop({ merchants: [other] }) })
afterAll(() => shop.stop())

/** A signed call of the other merchant. */
const asOther = async (path: string, content?: object, change: Partial<typeof other> = {}): Promise<Record<string, unknown>> => {
  const { user, password, secret } = { ...other, ...change }
  const [method, body, contentType] = content ? ['POST', JSON.stringify(content), 'application/json; charset=utf-8'] as const : ['GET', '', ''] as const
  const date = new Date().toUTCString()
  return (await internalFetch(`http://127.0.0.1:${shop.port}${path}`, {
    method, ...(content && { body }),
    headers: {
      host: 'card.localhost', ...(content && { 'content-type': contentType }), 'x-date': date, authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'x-signature': signatureOf({ method, body, contentType, date, uri: path }, secret),
    },
  })).json() as Record<string, unknown>
}
const debitAsOther = (content: object) => asOther('/api/v3/transaction/other-shop/debit', content)
const tokenOfOther = async (): Promise<string> => String((await shop.tokenise({ publicKey: 'other-fields', number: '4111111111111111', cvv: '123', month: '12', year: '2031', card_holder: 'Maria Silva' }))['token'])

it('keeps the ledgers of two merchants apart: each finds its own payments only', async () => {
  const [mine, theirs] = [shop.order({ transactionToken: await shop.token() }), shop.order({ transactionToken: await tokenOfOther() })]
  expect(await shop.transaction('debit', mine)).toMatchObject({ success: true })
  expect(await debitAsOther(theirs)).toMatchObject({ success: true })
  expect(await shop.status(theirs.merchantTransactionId)).toMatchObject({ success: false, errorCode: 8001 })
  expect(await asOther(`/api/v3/status/other-shop/getByMerchantTransactionId/${mine.merchantTransactionId}`)).toMatchObject({ success: false, errorCode: 8001 })
  const ledger = await shop.ledger()
  expect(ledger.map(({ merchant, merchantTransactionId }) => [merchant, merchantTransactionId])).toEqual([['shop', mine.merchantTransactionId], ['other-shop', theirs.merchantTransactionId]])
})

it('refuses a card that was typed at another merchant', async () => {
  expect(await debitAsOther(shop.order({ transactionToken: await shop.token() }))).toMatchObject({ success: false, errors: [{ errorCode: 1002 }] })
  expect(await debitAsOther(shop.order({ referenceUuid: 'ref_visa' }))).toMatchObject({ success: false })
})

it('refuses a merchant that signs with another one\'s secret', async () => {
  expect(await asOther('/api/v3/transaction/other-shop/debit', shop.order(), { secret: 'a long secret' })).toMatchObject({ success: false, errorCode: 1004 })
  expect(await asOther('/api/v3/transaction/shop/debit', shop.order())).toMatchObject({ success: false, errorCode: 1004 })
})

it('signs callbacks to a merchant with that merchant\'s secret', async () => {
  const order = shop.order({ transactionToken: await tokenOfOther() })
  await debitAsOther(order)
  await shop.deliver()
  const callback = () => shop.received.find(({ body }) => body['merchantTransactionId'] === order.merchantTransactionId)
  await expect.poll(() => callback()?.signed).toBe(false)
})
