import { describe, expect, it } from 'vitest'
import { agreementViolations, type AgreementRecords } from './agreement-comparison.ts'

const held = { merchantTransactionId: 'm1', type: 'PREAUTHORIZE', status: 'SUCCESS', amountMinor: 500, currency: 'EUR', capturedMinor: 0, refundedMinor: 0, voided: false, callbackUrl: null }
const agreement = { id: 'a1', reservation: 'r1', state: 'open', providerId: 'p1', requestNumber: 1, askedMinor: 500, heldMinor: 500, hasAgreementFlag: false, linkMails: 1 }
const hold = { reservation: 'r1', state: 'authorised', amountMinor: 500, merchantTransactionId: 'm1', booked: 1, isVoidQueued: false }
const ledgers: AgreementRecords = { agreements: [agreement], holds: [hold], cards: [held], signatures: [{ id: 'p1', externalId: 'a1.1', status: 'open' }] }
const found = (change: Partial<AgreementRecords>) => [...new Set(agreementViolations({ ...ledgers, ...change }).map(({ invariant }) => invariant))]

describe('the comparison of holds and agreements', () => {
  it('finds nothing where one hold led to one agreement', () => { expect(agreementViolations(ledgers)).toEqual([]) })
  it.each<[string, string, Partial<AgreementRecords>]>([
    ['a second hold', 'A1', { cards: [held, { ...held, merchantTransactionId: 'm2' }], holds: [hold, { ...hold, merchantTransactionId: 'm2' }] }],
    ['a hold that was captured and stands here as held', 'A2', { cards: [{ ...held, capturedMinor: 500 }] }],
    ['a hold that nobody booked', 'A2', { holds: [{ ...hold, booked: 0 }] }],
    ['a hold of another amount', 'A2', { holds: [{ ...hold, amountMinor: 400 }] }],
    ['a hold without an agreement', 'A2', { agreements: [], signatures: [] }],
    ['a booked hold that the provider does not have', 'A2', { cards: [] }],
    ['an agreement that stopped half way', 'A3', { agreements: [{ ...agreement, state: 'made' }] }],
    ['a failed one whose hold nobody voids', 'A3', { agreements: [{ ...agreement, state: 'failed' }], signatures: [] }],
    ['an agreement of nobody at the signature provider', 'A4', { signatures: [...ledgers.signatures, { id: 'p2', externalId: 'a2.1', status: 'open' }] }],
    ['one that the signature provider does not have', 'A4', { agreements: [{ ...agreement, providerId: null }] }],
    ['a signature that the provider does not have', 'A5', { agreements: [{ ...agreement, state: 'signed', hasAgreementFlag: true }] }],
    ['a renter who was written to twice', 'A5', { agreements: [{ ...agreement, linkMails: 2 }] }],
  ])('finds %s (%s)', (_what, invariant, change) => { expect(found(change)).toContain(invariant) })
})
