import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scenarios, cardScenarios } from '../gateway/scenarios.ts'
import { isCardNumber } from '../browser/cards.ts'
import { aShop, type Shop } from './shop.fixture.ts'

let shop: Shop
beforeAll(async () => { shop = await aShop() })
afterAll(() => shop.stop())

const errorOf = (answer: Record<string, unknown>): unknown => (answer['errors'] as { errorCode: number }[] | undefined)?.[0]?.errorCode ?? answer['errorCode']
const pay = async (more: object = {}, operation = 'debit') => {
  const order = shop.order({ transactionToken: await shop.token(), ...more })
  return { id: order.merchantTransactionId, answer: await shop.transaction(operation, order) }
}
const callbacksOf = (id: string) => shop.received.filter(({ body }) => body['merchantTransactionId'] === id)

describe('who may ask', () => {
  it('is a shop with its password and a signature of the very request', async () => {
    const order = shop.order()
    expect((await shop.call('POST', '/api/v3/transaction/shop/debit', order, { 'x-signature': 'x' })).status).toBe(401)
    expect((await shop.call('POST', '/api/v3/transaction/shop/debit', order, { authorization: 'Basic x' })).status).toBe(401)
    expect((await shop.call('POST', '/api/v3/transaction/other/debit', order)).status).toBe(401)
    expect((await shop.status(order.merchantTransactionId))['errorCode']).toBe(8001)
  })
})

describe('a debit', () => {
  it('takes the money once, notifies the shop with a signature, and is found by its id', async () => {
    const { id, answer } = await pay()
    expect(answer).toMatchObject({ success: true, returnType: 'FINISHED', amount: '159.15', returnData: { firstSixDigits: '411111', lastFourDigits: '1111' } })
    await shop.deliver()
    expect(callbacksOf(id)).toEqual([{ path: '/callback/costaverde', signed: true, body: expect.objectContaining({ result: 'OK', transactionType: 'DEBIT', amount: '159.15', currency: 'EUR' }) }])
    expect(await shop.status(id)).toMatchObject({ success: true, transactionStatus: 'SUCCESS' })
  })

  it.each([['JPY', '15915', 15_915, '159.15'], ['KWD', '159.153', 159_153, '159.1535']])('in %s has the decimal places of the currency', async (currency, amount, capturedMinor, tooFine) => {
    const { id, answer } = await pay({ currency, amount })
    expect(answer).toMatchObject({ success: true, amount, currency })
    expect((await shop.ledger()).find(({ merchantTransactionId }) => merchantTransactionId === id)).toMatchObject({ capturedMinor })
    expect((await pay({ currency, amount: tooFine })).answer['success']).toBe(false)
  })

  it('refuses an id that it knows (3004) and charges nothing again', async () => {
    const { id } = await pay()
    const again = await shop.transaction('debit', { ...shop.order({ transactionToken: await shop.token() }), merchantTransactionId: id })
    expect([again['returnType'], errorOf(again)]).toEqual(['ERROR', 3004])
    expect((await shop.ledger()).filter(({ merchantTransactionId }) => merchantTransactionId === id)).toHaveLength(1)
  })

  it('takes a token once, and none that is too old (P5)', async () => {
    const token = await shop.token()
    expect((await pay({ transactionToken: token })).answer['success']).toBe(true)
    expect(errorOf((await pay({ transactionToken: token })).answer)).toBe(1002)
    const old = await shop.token()
    await shop.admin('clock', { advanceMs: 31 * 60_000 })
    expect(errorOf((await pay({ transactionToken: old })).answer)).toBe(1002)
  })

  it.each(Object.entries(cardScenarios))('with the test card %s plays the scenario %s', async (number, scenario) => {
    expect(isCardNumber(number)).toBe(true)
    expect(scenarios[scenario]).toBeDefined()
  })

  it.each([['4000000000000002', 2003], ['4000000000009995', 2006], ['4000000000000069', 2009], ['4000000000009987', 2015]])('is declined for %s with %d (P6)', async (number, code) => {
    const { id, answer } = await pay({ transactionToken: await shop.token(number) })
    expect([answer['success'], errorOf(answer)]).toEqual([false, code])
    expect(await shop.status(id)).toMatchObject({ transactionStatus: 'ERROR', errors: [{ errorCode: code }] })
  })

  it('declined softly goes on with 3-D Secure, with the token that it still has (P7)', async () => {
    const transactionToken = await shop.token('4000000000003063')
    expect(errorOf((await pay({ transactionToken })).answer)).toBe(2022)
    const second = await pay({ transactionToken, threeDSecureData: { '3dsecure': 'MANDATORY' } })
    expect(second.answer).toMatchObject({ returnType: 'REDIRECT', redirectType: 'iframe', redirectUrl: expect.stringMatching(/^http:\/\/card\.localhost:4002\/3ds\//) })
  })

  it('of an amount that stands for a scenario behaves like it, whatever the card', async () => {
    expect(errorOf((await pay({ amount: '7006.00' })).answer)).toBe(2003)
  })

  it('in work ends by itself (pending)', async () => {
    const { id, answer } = await pay({ transactionToken: await shop.token('4000000000000077') })
    expect(answer['returnType']).toBe('PENDING')
    await shop.admin('clock', { advanceMs: 3000 })
    expect(await shop.status(id)).toMatchObject({ transactionStatus: 'SUCCESS' })
    expect(callbacksOf(id)).toHaveLength(1)
  })
})

describe('a hold', () => {
  const hold = async () => {
    const { id, answer } = await pay({}, 'preauthorize')
    return { id, uuid: String(answer['uuid']), answer }
  }
  const follow = (operation: string, referenceUuid: string, more: object = {}) => shop.transaction(operation, { merchantTransactionId: `${operation}-${Math.random()}`, referenceUuid, ...more })

  it('says until when it can be captured, and is captured in part (P20)', async () => {
    const { uuid, answer } = await hold()
    expect(answer['extraData']).toEqual({ captureBefore: expect.stringMatching(/^20/) })
    expect((await follow('capture', uuid, { amount: '100.00', currency: 'EUR' }))['success']).toBe(true)
    // What was not captured is released with it.
    expect(errorOf(await follow('capture', uuid, { amount: '10.00', currency: 'EUR' }))).toBe(1006)
    expect(errorOf(await follow('void', uuid))).toBe(1006)
    expect((await follow('refund', uuid, { amount: '40.00', currency: 'EUR' }))['success']).toBe(true)
    expect(errorOf(await follow('refund', uuid, { amount: '60.01', currency: 'EUR' }))).toBe(1006)
  })

  it('is given back, and giving it back again is no mistake', async () => {
    const { id, uuid } = await hold()
    expect((await follow('void', uuid))['success']).toBe(true)
    expect((await follow('void', uuid))['success']).toBe(true)
    expect(await shop.status(id)).toMatchObject({ transactionStatus: 'VOIDED' })
    expect(errorOf(await follow('capture', uuid))).toBe(1006)
  })

  it('runs out, and the shop is told', async () => {
    const { id } = await hold()
    await shop.admin('clock', { advanceMs: 8 * 86_400_000 })
    expect(await shop.status(id)).toMatchObject({ transactionStatus: 'ERROR', errors: [{ errorCode: 2005 }] })
    expect(callbacksOf(id).map(({ body }) => body['result'])).toEqual(['OK', 'ERROR'])
  })
})

describe('a saved card', () => {
  it('pays again by its reference, with or without a fresh security code (PAY-28)', async () => {
    const { answer } = await pay({ withRegister: true })
    const referenceUuid = String(answer['registrationId'])
    expect((await pay({ transactionToken: undefined, referenceUuid, transactionIndicator: 'CARDONFILE' })).answer['success']).toBe(true)
    expect((await pay({ transactionToken: undefined, referenceUuid: 'ref_visa' })).answer).toMatchObject({ success: true, returnData: { lastFourDigits: '1111' } })
  })

  it.each([['removed', 2001], ['expired', 2009], ['cvv-refused', 2020]])('that was %s is refused with %d (P21)', async (state, code) => {
    await shop.admin('cards/ref_visa', { state })
    expect(errorOf((await pay({ transactionToken: undefined, referenceUuid: 'ref_visa' })).answer)).toBe(code)
    await shop.admin('cards/ref_visa', { state: 'valid' })
  })
})

describe('callbacks', () => {
  it('are repeated until the shop says OK and nothing else', async () => {
    shop.refusals.set('stubborn', 2)
    const { id } = await pay({ merchantTransactionId: 'stubborn' })
    await shop.deliver()
    expect(callbacksOf(id)).toHaveLength(1)
    await shop.admin('clock', { advanceMs: 60_000 })
    await shop.admin('clock', { advanceMs: 5 * 60_000 })
    await shop.admin('clock', { advanceMs: 24 * 3_600_000 })
    expect(callbacksOf(id)).toHaveLength(3)
    expect(new Set(callbacksOf(id).map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  it.each([['P13', 50], ['P13-twice', 2], ['P15', 0], ['P13-contradictory', 3]])('of scenario %s come %d times', async (scenario, times) => {
    await shop.admin('scenario', { scenario })
    const { id } = await pay()
    await shop.admin('clock', { advanceMs: 200 })
    expect(callbacksOf(id)).toHaveLength(times)
  })

  it('overtake the answer when they are early (P13)', async () => {
    await shop.admin('scenario', { scenario: 'P13-early' })
    const { id } = await pay()
    expect(callbacksOf(id)).toHaveLength(1)
  })

  it('can be forged, so that the shop can show that it does not believe them (P14)', async () => {
    const { id } = await pay()
    await shop.deliver()
    await shop.admin('callback', { merchantTransactionId: id, forge: 'signature' })
    await shop.admin('callback', { merchantTransactionId: id, forge: 'amount' })
    expect(callbacksOf(id).map(({ signed, body }) => [signed, body['amount']])).toEqual([[true, '159.15'], [false, '159.15'], [true, '160.15']])
  })
})

describe('what goes wrong on the way', () => {
  it.each(['P11', 'P11-1009', 'P11-1010', 'P11-3003', 'P11-drop'])('%s happens before anything, and the same id goes through afterwards (P11)', async (scenario) => {
    await shop.admin('scenario', { scenario })
    const order = shop.order({ transactionToken: await shop.token() })
    await shop.transaction('debit', order).catch(() => null)
    expect((await shop.status(order.merchantTransactionId))['errorCode']).toBe(8001)
    expect((await shop.transaction('debit', order))['success']).toBe(true)
  })

  it.each(['P9-drop', 'P9-500', 'P9-garbage', 'P9-html'])('%s happens after the charge (P9)', async (scenario) => {
    await shop.admin('scenario', { scenario })
    const order = shop.order({ transactionToken: await shop.token() })
    const answer = await shop.transaction('debit', order).catch(() => null)
    expect(answer?.['returnType']).toBeUndefined()
    expect(await shop.status(order.merchantTransactionId)).toMatchObject({ transactionStatus: 'SUCCESS' })
  })

  it.each(['P9-drop', 'P9-500', 'P9-garbage'])('%s happens after a capture, a refund and a void too: each is done once (P9)', async (scenario) => {
    const lost = async (operation: string, request: object) => {
      await shop.admin('scenario', { scenario, match: { operation } })
      expect((await shop.transaction(operation, request).catch(() => null))?.['returnType']).toBeUndefined()
      expect(errorOf(await shop.transaction(operation, request))).toBe(3004)
    }
    const [captured, voided] = [await pay({}, 'preauthorize'), await pay({}, 'preauthorize')]
    await lost('capture', { merchantTransactionId: `${captured.id}.capture`, referenceUuid: captured.answer['uuid'], amount: '100.00', currency: 'EUR' })
    await lost('refund', { merchantTransactionId: `${captured.id}.refund`, referenceUuid: captured.answer['uuid'], amount: '40.00', currency: 'EUR' })
    await lost('void', { merchantTransactionId: `${voided.id}.void`, referenceUuid: voided.answer['uuid'] })
    const rows = (await shop.ledger()).filter(({ merchantTransactionId }) => [captured.id, voided.id].includes(String(merchantTransactionId)))
    expect(rows).toMatchObject([{ capturedMinor: 10_000, refundedMinor: 4000, voided: false }, { capturedMinor: 0, voided: true }])
  })

  it('a declined capture, refund or void moves nothing, and is declined for ever under its id (P6)', async () => {
    const { id, answer } = await pay({}, 'preauthorize')
    for (const operation of ['capture', 'void']) {
      await shop.admin('scenario', { scenario: 'P6', match: { operation } })
      const request = { merchantTransactionId: `${id}.${operation}`, referenceUuid: answer['uuid'] }
      expect(errorOf(await shop.transaction(operation, request))).toBe(2003)
      expect(errorOf(await shop.transaction(operation, request))).toBe(3004)
      expect(await shop.status(`${id}.${operation}`)).toMatchObject({ transactionStatus: 'ERROR', errors: [{ errorCode: 2003 }] })
    }
    expect(await shop.status(id)).toMatchObject({ transactionStatus: 'SUCCESS' })
  })

  it('draws the same scenario for the same order, and another one for another attempt', async () => {
    await shop.admin('scenario', { mix: { seed: 'a', shares: { P6: 0.5 } } })
    const results: unknown[] = []
    for (let at = 0; at < 8; at += 1) results.push((await pay()).answer['success'])
    expect(new Set(results)).toEqual(new Set([true, false]))
    await shop.admin('scenario', { clear: true })
  })
})

describe('the controls', () => {
  it('are for programs of this machine, never for a web page', async () => {
    const answer = await shop.call('POST', '/admin/clock', { advanceMs: 1 }, { origin: 'http://costaverde.localhost:4000' })
    expect(answer.status).toBe(403)
    expect((await shop.call('POST', '/admin/clock', { advanceMs: 1 }, { 'sec-fetch-site': 'same-origin' })).status).toBe(403)
  })

  it('show a charge that no shop asked for (P23)', async () => {
    const { merchantTransactionId } = await shop.admin('transactions', { amount: '12.00', currency: 'EUR' })
    expect((await shop.ledger()).at(-1)).toMatchObject({ merchantTransactionId, capturedMinor: 1200 })
  })
})
