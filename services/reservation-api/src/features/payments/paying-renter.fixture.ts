import type { PaymentResult, PaymentStanding } from '@checkin/api'
import type { LightMyRequestResponse } from 'fastify'
import { aFleetReservation, tenantSettings, adminToken, wholeApi, type WholeApi } from '../../test/whole-api.fixture.ts'
import { aRenter, aTab } from '../offers/renter.fixture.ts'
import { fakeProvider, type FakeProvider } from './fake-provider.fixture.ts'
import type { PaymentLimits } from './payment-limits.ts'
import type { ProviderEvent } from './providers/provider.ts'

/** What is due of the reservation of these tests (worked example E1: 279.55, of which 100 is paid). */
export const due = 179.55
export const dueMinor = 17955

/** Answers come at once or when a test makes them; only a test about patience has a limit that a busy machine could reach. */
const quick: Partial<PaymentLimits> = { answerMs: 60_000, callMs: 60_000, stepMs: 60_000, quietSeconds: 0, leaseSeconds: 60, breaker: { faults: 10_000, restMs: 1 } }

/** The whole service with a card and a wallet whose books lie in the test. */
export async function payingApi(limits: Partial<PaymentLimits> = {}, other: Pick<NonNullable<Parameters<typeof wholeApi>[0]>, 'signatures' | 'place'> = {}) {
  const card = fakeProvider()
  const wallet = fakeProvider()
  const api = await wholeApi({ providers: { card: { kind: 'card', provider: card.card }, wallet: { kind: 'wallet', provider: wallet.wallet } }, limits: { ...quick, ...limits }, ...other })
  await offer(api, 'costaverde')
  let count = 0
  return {
    api, card, wallet, stop: api.stop,
    /** A fresh reservation with its renter, and a provider with empty books. */
    renter: async (change: Parameters<typeof aFleetReservation>[0] = {}) => {
      count += 1
      await api.payments.idle()
      await api.asAdmin("update payment_outbox set state = 'dropped' where state = 'queued'")
      for (const provider of [card, wallet]) {
        provider.entries.clear()
        provider.charges.length = 0
        provider.asked.length = 0
        provider.does()
        provider.goesAway(false)
      }
      return payingRenter(api, `P${count}`, change)
    },
    /** A call of a provider. */
    callback: (gateway: 'card' | 'wallet', event: ProviderEvent, { tenant = 'costaverde', signature = 'right' } = {}): Promise<LightMyRequestResponse> => api.app.inject({
      method: 'POST', url: `/provider/v1/${gateway}/callback/${tenant}`, headers: { 'content-type': 'application/json', 'x-signature': signature }, payload: JSON.stringify(event),
    }),
    /** The worker's look, until nothing is due. Orders that wait become due first. */
    work: async (tenant = 'costaverde') => {
      await api.payments.idle()
      await api.asAdmin('update payment_outbox set next_attempt_at = now(), leased_until = null where state = \'queued\'')
      await api.payments.carryOutDue(tenant)
    },
  }
}
export type PayingApi = Awaited<ReturnType<typeof payingApi>>

async function offer(api: WholeApi, tenant: string): Promise<void> {
  const settings = tenantSettings({ gateways: [{ code: 'card', name: 'Card' }, { code: 'wallet', name: 'Wallet' }] })
  await api.app.inject({ method: 'PUT', url: `/internal/v1/tenants/${tenant}`, headers: { authorization: `Bearer ${adminToken}` }, payload: { host: `${tenant}.localhost`, settings } })
}

let keys = 0
async function payingRenter(api: WholeApi, reference: string, change: Parameters<typeof aFleetReservation>[0]) {
  const renter = await aRenter(api, reference, aFleetReservation(change))
  const tab = (own: Pick<typeof renter, 'call'>) => {
    const post = (body: object, key = `key-${keys += 1}`, headers: Readonly<Record<string, string>> = {}) => own.call('POST', '/payment', {
      documentId: renter.number, amount: due, provider: 'card', token: 'ix::one', referenceToken: null, transactionType: 'Sale', isRecurrent: false, validated: true, ...body,
    }, { 'idempotency-key': key, ...headers })
    return {
      ...own, post,
      pay: async (body: object = {}, key?: string) => (await post(body, key)).json<PaymentResult>(),
      payByWallet: async () => (await post({ provider: 'wallet', token: null })).json<PaymentResult>(),
      state: async () => (await own.call('GET', `/payment/state/${renter.number}`)).json<PaymentStanding>(),
      cancel: async () => (await own.call('POST', '/payment/cancel', { documentId: renter.number })).json<PaymentStanding>(),
      log: (uniqueIdentifier: string, change: object = {}) => own.call('POST', '/payment/log', { documentId: renter.number, requestToken: 'r', approvalToken: 'a', uniqueIdentifier, ...change }),
    }
  }
  return {
    ...renter, ...tab(renter),
    /** Another tab or device of the same renter. */
    another: async () => tab(await aTab(api, renter, reference)),
    sum: () => sumUp(api, reference),
  }
}

interface Sum {
  readonly paid: number
  readonly due: number
  readonly isCompleted: boolean
  readonly ledger: readonly { readonly kind: string; readonly amount: number }[]
  readonly payments: readonly { readonly state: string; readonly transactionId: string }[]
}

/** What the company's system sees of the money. */
async function sumUp(api: WholeApi, reference: string): Promise<Sum> {
  const { summary, reservation, ledger, payments } = (await api.fleet('costaverde', 'GET', `/reservations/${reference}`))
    .json<{ summary: { cashier: { paidValues: number; pendingValues: number } }; reservation: { isCompleted: boolean } } & Pick<Sum, 'ledger' | 'payments'>>()
  return { paid: summary.cashier.paidValues, due: summary.cashier.pendingValues, isCompleted: reservation.isCompleted, ledger, payments }
}

/** The books of both sides agree on one charge of the whole amount. */
export const oneCharge = (provider: FakeProvider, sum: Sum) => ({ charges: provider.charges.length, booked: sum.ledger.filter(({ kind }) => kind === 'charge').length, paid: sum.paid, due: sum.due, isCompleted: sum.isCompleted })
export const paidOnce = { charges: 1, booked: 1, paid: 279.55, due: 0, isCompleted: true }
export const notPaid = { charges: 0, booked: 0, paid: 100, due, isCompleted: false }
