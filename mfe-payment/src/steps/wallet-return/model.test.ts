import { noNetwork, refusedWith, type Fakes } from '@checkin/api/testing'
import { sessionRefused, walletPaymentCancelled, walletPaymentLogged, walletPaymentUnlogged } from '@checkin/flow'
import { happenings, inTurn, turn } from '@checkin/testing'
import { describe, expect, it } from 'vitest'
import { aPage, asked, bodies, status, visit, type PageOptions, withStoppedClock } from '../../test/a-page.ts'
import { $isLong, cancel, success } from './model.ts'

withStoppedClock()

const events = { logged: walletPaymentLogged, unlogged: walletPaymentUnlogged, unpaid: walletPaymentCancelled, refused: sessionRefused }
const query = { requestToken: 'request-1', approvalToken: 'approval-1', uniqueIdentifier: 'wallet-1' }

async function returning(api: Fakes, options: PageOptions & { readonly query?: Record<string, string> } = {}) {
  const page = aPage({ ...options, api })
  const published = happenings(page.scope, events)
  await turn(success.opened, visit('paymentLog', { params: { guid: 'return-token' }, query: options.query ?? query }))(page.scope)
  return { ...page, published }
}

describe('back from the wallet', () => {
  it('logs the payment once with what the wallet said, named by the wallet\'s id, and goes on (PAY-32, PAY-33, DEC-68, S1.61)', async () => {
    const page = await returning({})
    expect(bodies(page.api, 'logPayment')).toEqual([{ documentId: 'R1001', requestToken: 'request-1', approvalToken: 'approval-1', uniqueIdentifier: 'wallet-1' }])
    expect(page.published).toEqual(['logged'])
  })

  it('a reload of the page makes the same call again, by the same key: the server counts it once (PAY-36, DEC-23)', async () => {
    const keys: unknown[] = []
    for (let load = 0; load < 2; load += 1) {
      const { api } = await returning({})
      keys.push((api.calls[0]?.input as { idempotencyKey?: string }).idempotencyKey)
    }
    expect(keys).toEqual(['log-wallet-1', 'log-wallet-1'])
  })

  it.each([['the server says so', refusedWith(409, 'PaymentNotLinked')], ['the server fails', refusedWith(500)]])(
    'says that the money was taken and could not be associated when %s (PAY-34, ERR-20, S1.62)', async (_, failure) => {
      expect((await returning({ logPayment: failure })).published).toEqual(['unlogged'])
    })

  it('never says so when nothing was taken: back to the overview (P17)', async () => {
    expect((await returning({ logPayment: refusedWith(400, 'PaymentDeclined') })).published).toEqual(['unpaid'])
  })

  it.each([
    ['paid', 'logged'], ['declined', 'unpaid'], ['cancelled', 'unpaid'], ['none', 'unpaid'], ['redirect', 'unpaid'],
  ] as const)('with a tampered address only the server\'s word counts: %s is %s (P17)', async (state, outcome) => {
    const page = await returning({ getPaymentState: status({ state, paymentId: 'p1' }) }, { query: { uniqueIdentifier: 'only-this' } })
    expect([asked(page.api), page.published]).toEqual([['getPaymentState'], [outcome]])
  })

  it.each([['not decided yet', refusedWith(409, 'PaymentInProgress')], ['unknown', refusedWith(404, 'NotFound')], ['out of reach', noNetwork()], ['away', refusedWith(503, 'Unavailable')]])(
    'a payment that is %s is asked about until the answer is there', async (_, failure) => {
      const states = [status({ state: 'checking', paymentId: 'p1' }), status({ state: 'paid', paymentId: 'p1' })]
      let asks = 0
      const page = await returning({ logPayment: failure, getPaymentState: () => states[Math.min(asks++, 1)]! })
      expect(page.published).toEqual([])
      await page.ring()
      expect(page.published).toEqual(['logged'])
    })

  it('says when it takes long, and stops asking when the page is left', async () => {
    const page = await returning({ logPayment: refusedWith(409, 'PaymentInProgress'), getPaymentState: status({ state: 'checking', paymentId: 'p1' }) })
    for (let asks = 0; asks < 6; asks += 1) await page.ring()
    expect(page.scope.getState($isLong)).toBe(true)
    await inTurn(page.scope, turn(success.closed))
    const before = asked(page.api).length
    await page.ring()
    expect(asked(page.api)).toHaveLength(before)
  })

  it('without the renter\'s session nothing is asked; the payment is settled without the page (I7, ERR-46)', async () => {
    const page = await returning({}, { loaded: null })
    expect([asked(page.api), page.published]).toEqual([[], ['refused']])
    expect((await returning({ logPayment: refusedWith(401, 'Unauthorized') })).published).toEqual(['refused'])
  })
})

async function cancelled(options: PageOptions = {}) {
  const page = aPage(options)
  const published = happenings(page.scope, { cancelled: walletPaymentCancelled })
  await turn(cancel.opened, visit('paymentCancel', { params: { guid: 'return-token' } }))(page.scope)
  return { ...page, published }
}

describe('back from the wallet without paying (PAY-35)', () => {
  it('gives the open payment up, then lets the shell reload (S1.63, P18)', async () => {
    const page = await cancelled()
    expect([bodies(page.api, 'cancelPayment'), page.published]).toEqual([[{ documentId: 'R1001' }], ['cancelled']])
  })

  it('goes on when that is not answered: the overview asks how things stand', async () => {
    expect((await cancelled({ api: { cancelPayment: noNetwork() } })).published).toEqual(['cancelled'])
  })

  it('without a session only tells the shell, which clears it (S1.64, ERR-35)', async () => {
    const page = await cancelled({ loaded: null })
    expect([asked(page.api), page.published]).toEqual([[], ['cancelled']])
  })
})
