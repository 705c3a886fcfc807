import { paymentStatusHeader } from '@checkin/api'
import { createService, ServiceError } from '@checkin/server'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payingApi, type PayingApi } from '../../../test/fixtures/paying-renter.fixture.ts'
import { openWhenFailed } from './payment-handlers.ts'

const statusOf = ({ headers }: LightMyRequestResponse): unknown => headers[paymentStatusHeader]

describe('the header that says how a payment stands', () => {
  let world: PayingApi
  beforeAll(async () => { world = await payingApi() })
  afterAll(() => world.stop())

  it('is beside every answer: open until the provider has decided, then final (CODE-8)', async () => {
    const renter = await world.renter()
    const state = () => renter.call('GET', `/payment/state/${renter.number}`)
    expect(statusOf(await state())).toBe('final')
    expect(statusOf(await renter.post({ provider: 'wallet', token: null }))).toBe('open')
    const id = world.wallet.only()
    expect([statusOf(await state()), statusOf(await renter.log(id))]).toEqual(['open', 'open'])
    expect(statusOf(await renter.call('POST', '/payment/cancel', { documentId: renter.number }))).toBe('final')
    expect(statusOf(await renter.log(id))).toBe('final')
    expect(statusOf(await renter.post({}))).toBe('final')
    expect(statusOf(await state())).toBe('final')
  })

  it('is open when another payment is under way or the provider is slow, final when a card is refused, and absent when an answer says nothing new', async () => {
    const renter = await world.renter()
    expect(statusOf(await renter.post({ validated: false }))).toBe('final')
    expect(statusOf(await renter.post({ amount: 1 }))).toBeUndefined()
    expect(statusOf(await renter.log('unknown'))).toBeUndefined()
    await renter.post({ provider: 'wallet', token: null })
    expect(statusOf(await renter.post({}))).toBe('open')
    const other = await world.renter()
    world.card.does('charge-later')
    expect(statusOf(await other.post({}))).toBe('open')
  })
})

describe('a payment call that fails on the server', () => {
  it.each([
    ['POST', '/api/payment', 503, 'open'], ['POST', '/api/payment/log', 500, 'open'], ['POST', '/api/payment/cancel', 504, 'open'],
    ['POST', '/api/payment', 400, undefined], ['GET', '/api/payment/state/CV1', 503, undefined], ['POST', '/api/reservation', 503, undefined],
  ] as const)('%s %s with %d: %s', async (method, url, status, expected) => {
    const { app } = createService({ name: 'trial', log: { level: 'silent' } })
    openWhenFailed(app, '/api')
    for (const path of ['/api/payment', '/api/payment/log', '/api/payment/cancel', '/api/payment/state/:reservation', '/api/reservation']) {
      app.route({ method: ['GET', 'POST'], url: path, handler: () => { throw new ServiceError(status, 'Unavailable', 'Not now') } })
    }
    expect(statusOf(await app.inject({ method, url }))).toBe(expected)
  })
})
