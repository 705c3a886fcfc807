import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../api.ts'
import { priceChange } from './price-change.ts'

type Change = Ticket['changes'][number]
const completed: Change = { at: '2026-11-20T10:00:00.000Z', by: 'renter', what: 'completed', total: 100 }
const byCompany = (day: number, totalBefore: number, total: number): Change => ({ at: `2026-11-${day}T10:00:00.000Z`, by: 'company', what: 'changed', totalBefore, total })

describe('what the company made of a total (DEC-263)', () => {
  it.each([
    ['one change is its difference', [completed, byCompany(21, 100, 120)], 120, { before: 100, difference: 20, at: '2026-11-21T10:00:00.000Z' }],
    ['several since the renter last decided are one', [completed, byCompany(21, 100, 120), byCompany(22, 120, 90)], 90, { before: 100, difference: -10, at: '2026-11-22T10:00:00.000Z' }],
    ['a later change of something else is not when the price changed', [completed, byCompany(21, 100, 120), byCompany(22, 120, 120)], 120, { before: 100, difference: 20, at: '2026-11-21T10:00:00.000Z' }],
    ['changes that cancel out are none', [completed, byCompany(21, 100, 120), byCompany(22, 120, 100)], 100, null],
    ['what the renter has decided on since is known to him', [completed, byCompany(21, 100, 120), { ...completed, what: 'paid', at: '2026-11-23T10:00:00.000Z', total: 120 }], 120, null],
    ['a server that does not say shows none', [completed, { at: completed.at, by: 'company', what: 'changed', total: null }], 120, null],
    ['nothing happened', [], 100, null],
  ] satisfies [string, Change[], number, ReturnType<typeof priceChange>][])('%s (DEC-263)', (_, changes, total, expected) => {
    expect(priceChange({ changes, total })).toEqual(expected)
  })
})
