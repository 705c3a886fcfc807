import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentRows, type PaymentRows } from '../../test/fixtures/payment-rows.fixture.ts'
import { intentById, type IntentRow } from './intent-store.ts'
import { queueJob } from './outbox-store.ts'
import type { ProviderOutcome } from './providers/provider.ts'
import { applyOutcome, applyStatus, type Applied, type Applying } from './settle.ts'
import type { JobKind } from './tables.ts'

let rows: PaymentRows
beforeAll(async () => { rows = await paymentRows() })
afterAll(() => rows.stop())

const sum = 30_000
const visa = { masked: '4111 **** **** 1111', brand: 'Visa', referenceToken: 'ref-1' }
const charged = (change: Partial<Extract<ProviderOutcome, { kind: 'charged' }>> = {}): ProviderOutcome => ({ kind: 'charged', providerId: 'p-1', amountMinor: sum, currency: 'EUR', card: null, ...change })
const held = (change: Partial<Extract<ProviderOutcome, { kind: 'held' }>> = {}): ProviderOutcome => ({ kind: 'held', providerId: 'p-1', amountMinor: sum, currency: 'EUR', captureBefore: null, card: null, ...change })
const refunded = (amountMinor: number, providerId = `r-${amountMinor}`): ProviderOutcome => ({ kind: 'refunded', providerId, amountMinor })

type Change = Partial<Pick<Applying, 'isRest'>> & { readonly calls?: string[] }
const applying = ({ id }: IntentRow, outcome: ProviderOutcome, { calls = [], ...change }: Change = {}): Applying => ({ tenantId: rows.tenantId, intentId: id, outcome, complete: rows.completion(calls), ...change })
const apply = (intent: IntentRow, outcome: ProviderOutcome, change: Change = {}): Promise<Applied> => rows.within((transaction) => applyOutcome(transaction, applying(intent, outcome, change)))
const status = (intent: IntentRow, outcome: ProviderOutcome, change: Change = {}): Promise<Applied> => rows.within((transaction) => applyStatus(transaction, applying(intent, outcome, change)))
const now = ({ id }: IntentRow) => rows.within((transaction) => intentById(transaction, rows.tenantId, id))
const ledger = ({ id }: IntentRow) => rows.within((transaction) => transaction.selectFrom('payment_ledger').select(['kind', 'amount_minor', 'provider_id']).where('intent_id', '=', id).orderBy('id').execute())
const booked = async (intent: IntentRow) => (await ledger(intent)).map(({ kind, amount_minor: amount }) => `${kind} ${amount}`)
const discrepancies = ({ merchant_transaction_id: id }: IntentRow) =>
  rows.within((transaction) => transaction.selectFrom('reconciliation_break').select(['kind', 'reported']).where('merchant_transaction_id', '=', id).orderBy('found_at').execute())
const inbox = ({ merchant_transaction_id: id }: IntentRow) =>
  rows.within(async (transaction) => Object.fromEntries((await transaction.selectFrom('provider_inbox').select(['event_id', 'state']).where('merchant_transaction_id', '=', id).execute()).map((row) => [row.event_id, row.state])))
const queue = (intent: IntentRow, kind: JobKind) => rows.within((transaction) => queueJob(transaction, { tenantId: rows.tenantId, intentId: intent.id, kind, afterSeconds: 0, leaseSeconds: 0 }))
const waiting = ({ id }: IntentRow) => rows.within(async (transaction) =>
  (await transaction.selectFrom('payment_outbox').select('kind').where('intent_id', '=', id).where('state', '=', 'queued').orderBy('kind').execute()).map(({ kind }) => kind))

describe('what a provider says that decides nothing (P9)', () => {
  it.each([{ kind: 'unknown', reason: 'timeout' }, { kind: 'notFound' }, { kind: 'unavailable', code: 'busy' }, { kind: 'pending', providerId: null }] as const)(
    'leaves the payment as it is: $kind', async (outcome) => {
      const intent = await rows.payment({ providerId: 'p-0' })
      expect(await apply(intent, outcome)).toStrictEqual({ kind: 'unmoved', intent })
      expect(await now(intent)).toEqual(intent)
    })

  it('may name the provider\'s own id, which is kept for later', async () => {
    const intent = await rows.payment()
    expect(await apply(intent, { kind: 'pending', providerId: 'p-7' })).toStrictEqual({ kind: 'unmoved', intent: { ...intent, provider_id: 'p-7' } })
    const known = await now(intent)
    expect([known.provider_id, known.state]).toEqual(['p-7', 'sent'])
    await apply(known, { kind: 'pending', providerId: 'p-7' })
    expect(await now(intent)).toEqual(known)
  })
})

describe('a charge (I3, I4)', () => {
  it('ends the payment, with the card as it is named there, and leaves nothing to ask or to pay with', async () => {
    const intent = await rows.payment()
    await queue(intent, 'take')
    await queue(intent, 'void')
    const calls: string[] = []
    const applied = await apply(intent, charged({ card: visa }), { calls })
    expect(applied).toMatchObject({ kind: 'moved', from: 'sent', intent: { state: 'paid', provider_id: 'p-1', card: visa, means: null, settled_at: expect.any(Date) as Date } })
    expect(applied.intent).toEqual(await now(intent))
    expect([calls, await booked(intent), await waiting(intent)]).toEqual([['balance', 'paid'], ['charge 30000'], []])
  })

  it('again changes nothing', async () => {
    const intent = await rows.payment()
    await apply(intent, charged())
    const before = await now(intent)
    expect(await apply(intent, charged({ card: visa }))).toStrictEqual({ kind: 'late', intent: before })
    expect([await now(intent), await booked(intent)]).toEqual([before, ['charge 30000']])
  })

  it.each([['less', charged({ amountMinor: sum - 1 })], ['more', charged({ amountMinor: sum + 1 })], ['another currency', charged({ currency: 'USD' })]] as const)(
    'of %s is recorded once for people and changes nothing', async (_what, outcome) => {
      const intent = await rows.payment()
      expect(await apply(intent, outcome)).toStrictEqual({ kind: 'mismatch', discrepancyKind: 'wrong-amount', isNew: true, intent })
      expect(await apply(intent, outcome)).toMatchObject({ kind: 'mismatch', isNew: false })
      const { amountMinor, currency } = outcome as Extract<ProviderOutcome, { kind: 'charged' }>
      expect([await now(intent), await booked(intent), await discrepancies(intent)]).toEqual([intent, [], [{ kind: 'wrong-amount', reported: { kind: 'charged', amountMinor, currency, providerId: 'p-1' } }]])
    })

  it('of a payment that ended otherwise is money that nobody expects (P14)', async () => {
    const intent = await rows.payment({ state: 'declined' })
    expect(await apply(intent, charged())).toStrictEqual({ kind: 'mismatch', discrepancyKind: 'late-money', isNew: true, intent })
    expect([await now(intent), await discrepancies(intent)]).toMatchObject([intent, [{ kind: 'late-money' }]])
  })
})

describe('a payment that is not over yet', () => {
  it('keeps what it needs to be asked about: its job, the way to release it, its means', async () => {
    const intent = await rows.payment()
    await queue(intent, 'take')
    await queue(intent, 'void')
    expect(await apply(intent, { kind: 'redirect', providerId: 'p-1', url: 'http://bank.test/3ds', frame: true })).toMatchObject({ kind: 'moved', from: 'sent', intent: { state: 'awaiting' } })
    expect(await now(intent)).toMatchObject({ state: 'awaiting', redirect_url: 'http://bank.test/3ds', is_redirect_framed: true, provider_id: 'p-1', settled_at: null, means: intent.means })
    expect(await waiting(intent)).toEqual(['take', 'void'])
  })

  it('waits for the charge with what came before it, and is then all there is (P13)', async () => {
    const intent = await rows.payment()
    expect(await apply(intent, refunded(5000))).toStrictEqual({ kind: 'early', intent })
    for (const [name, outcome] of [['e-1', refunded(5000)], ['e-2', refunded(5000)], ['e-3', refunded(sum)], ['e-4', refunded(1000)]] as const) await rows.event(intent, name, outcome, 'early')
    await rows.event(intent, 'e-0', refunded(2000), 'mismatch')
    const applied = await apply(intent, charged())
    expect(applied).toMatchObject({ kind: 'moved', from: 'sent', intent: { state: 'paid' } })
    expect(applied.intent).toEqual(await now(intent))
    expect(await inbox(intent)).toEqual({ 'e-0': 'mismatch', 'e-1': 'applied', 'e-2': 'late', 'e-3': 'mismatch', 'e-4': 'applied' })
    expect(await booked(intent)).toEqual(['charge 30000', 'refund 5000', 'refund 1000'])
  })

  it('answers how it stands after all that came before it', async () => {
    const intent = await rows.payment()
    await rows.event(intent, 'e-9', refunded(sum), 'early')
    expect(await apply(intent, charged())).toMatchObject({ kind: 'moved', from: 'sent', intent: { state: 'refunded' } })
  })

  it('is not yet followed by what waits for its end', async () => {
    const intent = await rows.payment()
    await rows.event(intent, 'e-5', refunded(5000), 'early')
    await apply(intent, { kind: 'redirect', providerId: 'p-1', url: 'http://bank.test', frame: false })
    expect(await inbox(intent)).toEqual({ 'e-5': 'early' })
    expect(await now(intent)).toMatchObject({ is_redirect_framed: false })
  })
})

describe('a payment that ends without money', () => {
  it.each([
    ['declined', { kind: 'declined', providerId: 'p-2', code: '2003' }, { state: 'declined', code: '2003', provider_id: 'p-2' }],
    ['declined before it had an id', { kind: 'declined', providerId: null, code: '2006' }, { state: 'declined', code: '2006', provider_id: 'p-0' }],
    ['cancelled', { kind: 'cancelled', providerId: 'p-2' }, { state: 'cancelled', code: null, provider_id: 'p-2' }],
    ['expired', { kind: 'expired', providerId: null }, { state: 'expired', code: null, provider_id: 'p-0' }],
  ] as const)('is %s', async (_what, outcome, expected) => {
    const intent = await rows.payment({ providerId: 'p-0' })
    expect(await apply(intent, outcome)).toMatchObject({ kind: 'moved', from: 'sent', intent: { ...expected, card: null, capture_before: null, redirect_url: null } })
    expect(await booked(intent)).toEqual([])
  })
})

describe('a hold (I8)', () => {
  it('stands until its last day, with the card, and its release stays possible', async () => {
    const intent = await rows.payment({ purpose: 'deposit' })
    await queue(intent, 'take')
    await queue(intent, 'void')
    const captureBefore = '2031-05-01T12:00:00.000Z'
    expect(await apply(intent, held({ captureBefore, card: visa }))).toMatchObject({ kind: 'moved', intent: { state: 'authorised', provider_id: 'p-1', card: visa, capture_before: new Date(captureBefore), means: null } })
    expect([await waiting(intent), await booked(intent)]).toEqual([['void'], ['hold 30000']])
  })

  it.each([['less', held({ amountMinor: sum - 1 })], ['another currency', held({ currency: 'USD' })]] as const)('of %s is not believed', async (_what, outcome) => {
    const intent = await rows.payment({ purpose: 'deposit' })
    expect(await apply(intent, outcome)).toMatchObject({ kind: 'mismatch', discrepancyKind: 'wrong-amount' })
  })

  it('that is held is not held again in another sum', async () => {
    const intent = await rows.payment({ purpose: 'deposit', state: 'authorised' })
    expect(await apply(intent, held({ amountMinor: sum - 1 }))).toMatchObject({ kind: 'mismatch', discrepancyKind: 'wrong-amount' })
    expect(await apply(intent, held())).toMatchObject({ kind: 'late' })
  })

  it.each([['a part', 12_000], ['all', sum]] as const)('is captured, %s of it, at the counter, and nobody releases it then', async (_what, amountMinor) => {
    const intent = await rows.payment({ purpose: 'deposit', state: 'authorised' })
    await queue(intent, 'void')
    const calls: string[] = []
    expect(await apply(intent, charged({ amountMinor }), { calls })).toMatchObject({ kind: 'moved', from: 'authorised', intent: { state: 'captured', settled_at: intent.settled_at } })
    expect([await booked(intent), await waiting(intent), calls]).toEqual([[`capture ${amountMinor}`], [], ['balance', 'captured']])
  })

  it('keeps the card that it was held on where the capture names none', async () => {
    const intent = await rows.payment({ purpose: 'deposit' })
    await apply(intent, held({ card: visa }))
    await apply(await now(intent), charged())
    expect([(await now(intent)).state, (await now(intent)).card]).toEqual(['captured', visa])
  })

  it('is never captured in more than is held, or in another currency (I4)', async () => {
    const intent = await rows.payment({ purpose: 'deposit', state: 'authorised' })
    for (const outcome of [charged({ amountMinor: sum + 1 }), charged({ currency: 'USD' })]) expect(await apply(intent, outcome)).toMatchObject({ kind: 'mismatch', discrepancyKind: 'wrong-amount' })
    expect([await now(intent), await booked(intent)]).toEqual([intent, []])
  })

  it('is over when the provider says that it is released', async () => {
    const intent = await rows.payment({ purpose: 'deposit', state: 'authorised', providerId: 'p-0' })
    await queue(intent, 'void')
    expect(await apply(intent, { kind: 'voided', providerId: 'p-3' })).toMatchObject({ kind: 'moved', intent: { state: 'voided', provider_id: 'p-3' } })
    expect(await waiting(intent)).toEqual([])
  })
})

describe('a refund', () => {
  const paid = async () => {
    const intent = await rows.payment()
    await apply(intent, charged())
    return now(intent)
  }

  it('is booked once by its id there, and the payment keeps its own', async () => {
    const intent = await paid()
    expect(await apply(intent, refunded(5000))).toMatchObject({ kind: 'moved', intent: { state: 'paid', provider_id: 'p-1' } })
    expect(await apply(intent, refunded(5000))).toMatchObject({ kind: 'late' })
    expect(await apply(intent, refunded(5000, 'r-other'))).toMatchObject({ kind: 'moved' })
    expect(await booked(intent)).toEqual(['charge 30000', 'refund 5000', 'refund 5000'])
  })

  it('that is the rest of a sum is another one, whatever its id', async () => {
    const intent = await paid()
    await apply(intent, refunded(5000, 'p-1'))
    expect(await apply(intent, refunded(3000, 'p-1'), { isRest: true })).toMatchObject({ kind: 'moved' })
    expect(await booked(intent)).toEqual(['charge 30000', 'refund 5000', 'refund 3000'])
  })

  it('of all that is left ends the payment, which keeps the time of its charge', async () => {
    const intent = await paid()
    await apply(intent, refunded(5000))
    expect(await apply(intent, refunded(25_000))).toMatchObject({ kind: 'moved', from: 'paid', intent: { state: 'refunded', settled_at: intent.settled_at } })
  })

  it.each([0, -1, 25_001])('of %d more, where 50.00 of 300.00 went back, is not believed', async (amountMinor) => {
    const intent = await paid()
    await apply(intent, refunded(5000))
    expect(await apply(intent, refunded(amountMinor))).toMatchObject({ kind: 'mismatch', discrepancyKind: 'wrong-amount', isNew: true })
    expect(await booked(intent)).toEqual(['charge 30000', 'refund 5000'])
  })

  it('of a deposit is never more than was captured of it', async () => {
    const intent = await rows.payment({ purpose: 'deposit', state: 'authorised' })
    await apply(intent, charged({ amountMinor: 12_000 }))
    expect(await apply(intent, refunded(12_001))).toMatchObject({ kind: 'mismatch', discrepancyKind: 'wrong-amount' })
    expect(await apply(intent, refunded(12_000))).toMatchObject({ kind: 'moved', intent: { state: 'refunded' } })
  })
})

describe('a status that was asked for', () => {
  it('is recorded as one that was reported', async () => {
    expect(await status(await rows.payment(), charged())).toMatchObject({ kind: 'moved', from: 'sent', intent: { state: 'paid' } })
  })

  it('of a refund tells that an open payment was charged before, and both are booked', async () => {
    const intent = await rows.payment()
    expect(await status(intent, refunded(5000))).toMatchObject({ kind: 'moved', from: 'paid', intent: { state: 'paid', provider_id: 'r-5000' } })
    expect(await ledger(intent)).toMatchObject([{ kind: 'charge', amount_minor: sum, provider_id: 'r-5000' }, { kind: 'refund', amount_minor: 5000 }])
    expect(await now(intent)).toMatchObject({ card: null })
  })

  it('of a refund is that alone where the charge is known, as the rest of a sum too', async () => {
    const intent = await rows.payment()
    await apply(intent, charged())
    await apply(intent, refunded(5000, 'p-1'))
    expect(await status(intent, refunded(5000, 'p-1'))).toMatchObject({ kind: 'late' })
    expect(await status(intent, refunded(5000, 'p-1'), { isRest: true })).toMatchObject({ kind: 'moved', from: 'paid' })
    expect(await booked(intent)).toEqual(['charge 30000', 'refund 5000', 'refund 5000'])
  })

  it('of a refund is for people where nothing could have been charged, and leaves nothing to ask', async () => {
    const intent = await rows.payment({ purpose: 'deposit' })
    await queue(intent, 'take')
    expect(await status(intent, refunded(5000))).toMatchObject({ kind: 'mismatch', discrepancyKind: 'late-money', isNew: true, intent: { state: 'cancelled' } })
    expect([await discrepancies(intent), await waiting(intent), await booked(intent)]).toMatchObject([[{ kind: 'late-money', reported: { kind: 'charged', amountMinor: sum, currency: 'EUR', providerId: 'r-5000' } }], [], []])
  })
})
