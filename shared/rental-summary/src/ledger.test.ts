import { ReservationUpdate } from '@checkin/api'
import { anExtra, aReservation, aSummary } from '@checkin/api/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extrasRequest, openChanges, updateOf, type ExtraChange } from './changes.ts'
import { formerVehicle, ledgerOf } from './ledger.ts'

const navigation = (change: Parameters<typeof anExtra>[0] = {}) =>
  anExtra({ extraID: 'GPS', description: 'Navigation', orderToShow: 3, valueWithTax: 6.15, totalValue: 30.75, ...change })
const withNavigation = (change: Parameters<typeof navigation>[0] = {}) => aSummary({ extras: [...aSummary().extras, navigation(change)] })
const draft = (...extras: readonly ExtraChange[]) => ({ extras, hasClickedUpgrade: false })
const { reservation } = aReservation()
const chosen: ExtraChange = { extraID: 'GPS', quantity: 1, event: 'Select', before: { quantity: 0, total: 0 }, textBefore: '0 × Navigation, €0.00' }
const totalling = (total: number, paid: number, due: number, extras = aSummary().extras) =>
  aSummary({ extras, cashier: { ...aSummary().cashier, previewValue: total, paidValues: paid, pendingValues: due } })
const line = (extraID: string, totalValue: number) => anExtra({ extraID, isAccepted: true, totalValue, valueWithTax: totalValue })

describe('the ledger of a rental', () => {
  it('has the lines that count, in the server\'s order (PAY-01, DEC-79, P-12)', () => {
    expect(ledgerOf(withNavigation(), null, draft()).lines.map(({ id }) => id)).toEqual(['DAYS', 'KMS', 'SCDW', 'SEAT'])
  })

  it('says pre-paid and included instead of a price, and the server\'s amount otherwise (DEC-54)', () => {
    const summary = aSummary({ extras: [
      anExtra({ extraID: 'V', isInvoiceVoucher: true, isAccepted: true }), anExtra({ extraID: 'I', isIncluded: true }), anExtra({ extraID: 'A', isAccepted: true, totalValue: 12.5 }),
      anExtra({ extraID: 'M', isIncluded: true, isAcceptQuantity: true, quantity: 3, includedQuantity: 2, totalValue: 5 }),
      anExtra({ extraID: 'N', isIncluded: true, quantity: 1, includedQuantity: 0, totalValue: 5 }),
    ] })
    expect(Object.fromEntries(ledgerOf(summary, null, draft()).lines.map(({ id, amount }) => [id, amount]))).toEqual({
      V: { kind: 'prepaid' }, I: { kind: 'included' }, A: { kind: 'amount', total: 12.5 }, M: { kind: 'amount', total: 5 }, N: { kind: 'included' },
    })
  })

  it.each([
    ['data of a new line', { before: { quantity: 0, total: 0 }, textBefore: '0 × Navigation, €0.00' }, { quantity: 0 }],
    ['data of a line that was there', { before: { quantity: 2, total: 20 }, textBefore: '2 × Navigation, €20.00' }, { quantity: 2, amount: { kind: 'amount', total: 20 } }],
    ['an older publisher\'s sentence of a new line', { textBefore: '0 × Navigation, €0.00' }, { quantity: 0 }],
    ['an older publisher\'s sentence', { textBefore: '1 × Navigation, €30.75' }, { text: '1 × Navigation, €30.75' }],
  ])('a changed line keeps what stood there: %s (PAY-02)', (_, former, before) => {
    const change = { extraID: 'GPS', quantity: 1, event: 'Select' as const, ...former }
    expect(ledgerOf(withNavigation(), aSummary({ extras: [navigation()] }), draft(change)).lines.find(({ id }) => id === 'GPS')).toMatchObject({ quantity: 1, before })
  })

  it('takes a line\'s name from the server\'s latest answer, so that a change of the language reaches changed lines too (CODE-4)', () => {
    const french = withNavigation({ description: 'Navigation par satellite' })
    expect(JSON.stringify(ledgerOf(french, null, draft(chosen)).lines.find(({ id }) => id === 'GPS'))).not.toContain('0 × Navigation')
    expect(ledgerOf(french, null, draft(chosen)).lines.find(({ id }) => id === 'GPS')).toMatchObject({ description: 'Navigation par satellite', before: { quantity: 0 } })
  })

  it('keeps the highlight after the choice is stored: then nothing is left to send, but it is still new to the renter (PAY-02)', () => {
    expect(ledgerOf(withNavigation({ isAccepted: true }), null, draft(chosen)).lines.find(({ id }) => id === 'GPS')).toMatchObject({ before: { quantity: 0 } })
  })

  it('shows nothing that was neither there nor is chosen any more', () => {
    expect(ledgerOf(withNavigation(), null, draft({ ...chosen, quantity: 0, event: 'Unselect' })).lines.map(({ id }) => id)).not.toContain('GPS')
  })

  it('highlights the line of an upgrade and names the former vehicle (PAY-02, DEC-73)', () => {
    const upgraded = aSummary({ extras: [anExtra({ extraID: 'UP', ratePeriodType: 'Days-Upselling', isAccepted: true })] })
    const upgrade = { extras: [], hasClickedUpgrade: true, vehicleBefore: 'Fiat Panda' }
    expect([ledgerOf(upgraded, null, upgrade).lines[0]?.before, formerVehicle(upgrade)]).toMatchObject([{ quantity: 0 }, 'Fiat Panda'])
    expect([ledgerOf(upgraded, null, draft()).lines[0]?.before, formerVehicle(draft())]).toEqual([null, null])
  })

  it('has a line for what another tab took meanwhile, so that the lines add up to the total (DEC-79)', () => {
    const ledger = ledgerOf(totalling(100, 0, 100, [line('DAYS', 100)]), totalling(140, 0, 140, [line('DAYS', 100), line('UPGRADE', 40)]), draft())
    expect(ledger.lines.map(({ id, amount }) => [id, amount])).toEqual([['DAYS', { kind: 'amount', total: 100 }], ['UPGRADE', { kind: 'amount', total: 40 }]])
    expect([ledger.total, ledger.change]).toEqual([140, 40])
  })

  it('total - paid = due on every screen, and due is never shown below zero (DEC-54, PRICING P-8, E3)', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 27_955 }), (cents) => {
      const { total, paid, due } = ledgerOf(totalling(279.55, (27_955 - cents) / 100, cents / 100), null, draft())
      expect(Math.round((total - paid) * 100)).toBe(Math.round(due * 100))
    }))
    expect(ledgerOf(totalling(279.55, 288.26, -8.71), null, draft()).due).toBe(0)
  })
})

describe('what is asked of the server', () => {
  it('prices everything that the renter has and chose, each line once (API-18)', () => {
    const { extras } = withNavigation()
    expect(extrasRequest('R1001', extras, [chosen]).extras.map(({ extraID }) => extraID)).toEqual(['DAYS', 'KMS', 'SCDW', 'SEAT', 'GPS'])
    expect(extrasRequest('R1001', extras, []).extras.map(({ extraID }) => extraID)).toEqual(['DAYS', 'KMS', 'SCDW', 'SEAT'])
  })

  it('is nothing of a change that is stored, taken back, or of an extra that is gone', () => {
    const back = { ...chosen, quantity: 0, event: 'Unselect' as const }
    expect([openChanges([navigation()], [chosen]), openChanges([navigation({ isAccepted: true })], [chosen]), openChanges([navigation()], [back]), openChanges([], [chosen])]).toEqual([[chosen], [], [], []])
  })

  it.each([true, false])('the update says whether it ends the check-in (%s) and carries no person (PAY-11, DEC-22)', (completes) => {
    const update = updateOf(reservation, withNavigation().extras, draft(chosen), completes)
    expect(ReservationUpdate.safeParse(update).success).toBe(true)
    expect(update).toMatchObject({ hasCompletedReservation: completes, extras: [{ extraID: 'GPS', quantity: 1, event: 'Select' }], reservation: { driver: null, addDriver: null } })
  })

  it('sends nothing twice: a choice that is stored is no choice any more', () => {
    const stored = [navigation({ isAccepted: true })]
    expect(updateOf(reservation, stored, draft(chosen), true).extras).toEqual([])
    expect(updateOf(reservation, stored, draft(), true).extras).toEqual([])
  })
})
