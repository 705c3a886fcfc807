import { describe, expect, it } from 'vitest'
import { violations, type OurLedger, type ProviderRecord } from './ledger-comparison.ts'

const charge: ProviderRecord = {
  merchantTransactionId: 'm1', type: 'DEBIT', status: 'SUCCESS', amountMinor: 500, currency: 'EUR', capturedMinor: 500, refundedMinor: 0, voided: false, callbackUrl: 'http://shop/callback/t',
}
const ledgers: OurLedger = {
  intents: [{ id: 'i1', tenant: 't', reservation: 'r', purpose: 'balance', state: 'paid', amountMinor: 500, currency: 'EUR', merchantTransactionId: 'm1', countedMinor: 0 }],
  ledger: [{ intent: 'i1', kind: 'charge', amountMinor: 500, currency: 'EUR' }],
  reservations: [{ id: 'r', paidMinor: 600, isCompleted: true, paidBeforeMinor: 100, dueMinor: 500 }],
  events: [{ intent: 'i1', kind: 'payment.settled' }],
}
const [intent] = ledgers.intents
const second = { ...intent!, id: 'i2', merchantTransactionId: 'm2' }
const declined = { ...ledgers, intents: [{ ...intent!, state: 'declined' }], ledger: [], reservations: [{ ...ledgers.reservations[0]!, paidMinor: 100, isCompleted: false }] }
const found = (provider: readonly ProviderRecord[], ours: OurLedger) => [...new Set(violations(provider, ours).map(({ invariant }) => invariant))]

describe('the comparison of both ledgers', () => {
  it('finds nothing where one payment was charged and recorded once', () => { expect(violations([charge], ledgers)).toEqual([]) })
  it('finds nothing where a decline was followed by a payment, also one with 3-D Secure under its second id', () => {
    const secure = { ...charge, merchantTransactionId: 'm1.secure' }
    expect(violations([{ ...charge, status: 'ERROR', capturedMinor: 0 }, secure], ledgers)).toEqual([])
    expect(violations([{ ...charge, status: 'ERROR', capturedMinor: 0 }], declined)).toEqual([])
  })

  it.each<[string, string, readonly ProviderRecord[], OurLedger]>([
    ['two charges of one reservation', 'I1', [charge, { ...charge, merchantTransactionId: 'm2' }], { ...ledgers, intents: [...ledgers.intents, { ...second, state: 'declined' }] }],
    ['a charge that is not booked', 'I2', [charge], declined],
    ['a charge of nobody', 'I2', [charge, { ...charge, merchantTransactionId: 'm9' }], ledgers],
    ['a charge that is booked twice', 'I2', [charge], { ...ledgers, ledger: [...ledgers.ledger, ...ledgers.ledger] }],
    ['a reservation that forgot its payment', 'I2', [charge], { ...ledgers, reservations: [{ ...ledgers.reservations[0]!, paidMinor: 100 }] }],
    ['a payment that the provider does not have', 'I3', [], ledgers],
    ['a payment that the provider has in another currency', 'I3', [{ ...charge, currency: 'USD' }], ledgers],
    ['a payment that the provider has for another tenant', 'I3', [{ ...charge, callbackUrl: 'http://shop/callback/other' }], ledgers],
    ['another amount than was due', 'I4', [{ ...charge, amountMinor: 400, capturedMinor: 400 }], ledgers],
    ['two live payments in one place', 'I5', [], { ...declined, intents: [{ ...intent!, state: 'sent' }, { ...second, state: 'sent' }] }],
    ['a paid reservation that nobody completed', 'I7', [charge], { ...ledgers, reservations: [{ ...ledgers.reservations[0]!, isCompleted: false }] }],
    ['a hold that was captured', 'I8', [charge, { ...charge, merchantTransactionId: 'm1c', type: 'CAPTURE' }], ledgers],
    ['a refund that is not booked', 'I2', [{ ...charge, refundedMinor: 100 }], ledgers],
    ['a refund that the provider does not have', 'I2', [charge], { ...ledgers, ledger: [...ledgers.ledger, { intent: 'i1', kind: 'refund', amountMinor: 100, currency: 'EUR' }] }],
    ['a capture that the provider does not have', 'I8', [charge], { ...ledgers, ledger: [...ledgers.ledger, { intent: 'i1', kind: 'capture', amountMinor: 100, currency: 'EUR' }] }],
    ['a payment with two ends', 'I9', [charge], { ...ledgers, events: [...ledgers.events, { intent: 'i1', kind: 'payment.declined' }] }],
    ['a payment that nobody decided', 'I10', [], { ...declined, intents: [{ ...intent!, state: 'sent' }] }],
  ])('finds %s (%s)', (_what, invariant, provider, ours) => { expect(found(provider, ours)).toContain(invariant) })
})
