import { anExtra, aSummary } from '@checkin/api/testing'
import { describe, expect, it } from 'vitest'
import { accountOf } from './account.ts'

const line = (extraID: string, totalValue: number, change = {}) => anExtra({ extraID, isAccepted: true, totalValue, valueWithTax: totalValue, ...change })
const summaryOf = (total: number, ...extras: ReturnType<typeof anExtra>[]) => ({ ...aSummary({ extras }), cashier: { ...aSummary().cashier, previewValue: total, paidValues: 0, pendingValues: total } })

describe('the account', () => {
  it('has a line for what another tab took meanwhile, so that the lines add up to the total (DEC-79)', () => {
    const account = accountOf(summaryOf(100, line('DAYS', 100)), summaryOf(140, line('DAYS', 100), line('UPGRADE', 40)), [])
    expect(account.lines.map(({ id, amount }) => [id, amount])).toEqual([['DAYS', { kind: 'amount', total: 100 }], ['UPGRADE', { kind: 'amount', total: 40 }]])
    expect([account.total, account.change]).toEqual([140, 40])
  })

  it('shows what a change was before, and nothing that was neither there nor changed', () => {
    const offered = anExtra({ extraID: 'GPS', totalValue: 30, valueWithTax: 6 })
    const unwanted = anExtra({ extraID: 'BST', totalValue: 15, valueWithTax: 3 })
    const account = accountOf(summaryOf(100, line('DAYS', 100), offered, unwanted), null, [{ extraID: 'GPS', quantity: 1, event: 'Select', textBefore: '' }])
    expect(account.lines.map(({ id, before }) => [id, before?.quantity])).toEqual([['DAYS', undefined], ['GPS', 0]])
  })
})
