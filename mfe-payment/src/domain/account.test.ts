import { anExtra, aSummary } from '@checkin/api/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { navigation, noDraft, summaryWith } from '../test/a-page.ts'
import { accountOf } from './account.ts'

const chosen = { extras: [{ extraID: 'GPS', quantity: 1, event: 'Select' as const, textBefore: '0 × Navigation, €0.00' }], hasClickedUpgrade: false }
const withNavigation = (change: Parameters<typeof navigation>[0] = {}) => aSummary({ extras: [...aSummary().extras, navigation(change)] })

describe('the account of the review', () => {
  it('has the lines that count, days first, then kilometres, then by the company\'s order (PAY-01, DEC-79, P-12)', () => {
    const shuffled = aSummary({ extras: [anExtra({ extraID: 'Z', description: 'Zero', orderToShow: 1, isAccepted: true }), ...[...withNavigation().extras].reverse()] })
    expect(accountOf(shuffled, null, noDraft).lines.map(({ id }) => id)).toEqual(['DAYS', 'KMS', 'SEAT', 'SCDW', 'Z'])
  })

  it('says pre-paid and included instead of a price, and the server\'s amount otherwise (DEC-54)', () => {
    const summary = aSummary({ extras: [anExtra({ extraID: 'V', isInvoiceVoucher: true, isAccepted: true }), anExtra({ extraID: 'I', isIncluded: true }), anExtra({ extraID: 'A', isAccepted: true, totalValue: 12.5 })] })
    expect(Object.fromEntries(accountOf(summary, null, noDraft).lines.map(({ id, amount }) => [id, amount]))).toEqual({
      V: { kind: 'prepaid' }, I: { kind: 'included' }, A: { kind: 'amount', total: 12.5 },
    })
  })

  it.each([
    ['0 × Navigation, €0.00', { kind: 'new' }],
    ['1 × Navigation, €30.75', { kind: 'text', text: '1 × Navigation, €30.75' }],
  ])('a changed line keeps what stood there: %s (PAY-02)', (textBefore, before) => {
    const draft = { ...chosen, extras: [{ ...chosen.extras[0]!, textBefore }] }
    expect(accountOf(withNavigation(), aSummary({ extras: [navigation({ totalValue: 30.75 })] }), draft).lines.find(({ id }) => id === 'GPS')).toMatchObject({ quantity: 1, before })
  })

  it('keeps the highlight after the choice is stored: then nothing is left to send, but it is still new to the renter (PAY-02)', () => {
    expect(accountOf(withNavigation({ isAccepted: true }), null, chosen).lines.find(({ id }) => id === 'GPS')).toMatchObject({ before: { kind: 'new' } })
  })

  it('highlights the line of an upgrade (PAY-02, DEC-73)', () => {
    const upgraded = aSummary({ extras: [anExtra({ extraID: 'UP', ratePeriodType: 'Days-Upselling', isAccepted: true })] })
    expect(accountOf(upgraded, null, { extras: [], hasClickedUpgrade: true }).lines[0]).toMatchObject({ id: 'UP', before: { kind: 'new' } })
    expect(accountOf(upgraded, null, noDraft).lines[0]?.before).toBeNull()
  })

  it('total - paid = due on every screen, and due is never shown below zero (DEC-54, PRICING P-8, E3)', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 90_000 }), (cents) => {
      const { total, paid, due } = accountOf(summaryWith(cents / 100), null, noDraft)
      expect(Math.round((total - paid) * 100)).toBe(Math.round(due * 100))
    }))
    expect(accountOf(summaryWith(-8.71), null, noDraft).due).toBe(0)
  })
})
