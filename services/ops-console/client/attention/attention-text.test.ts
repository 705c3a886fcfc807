import type { Attention } from '@checkin/internal'
import { describe, expect, it } from 'vitest'
import { chosenItems, deedText } from './attention-text.ts'

const item = (reference: string, change: Partial<Attention> = {}): Attention =>
  ({ host: 'a.example', tenant: 'a', id: reference, kind: 'mail-undelivered', reference, since: '2026-11-01T08:00:00Z', version: 0, assignee: null, dueAt: '2026-11-01T16:00:00Z', resolution: null, ...change })
const rows = [item('CV1', { dueAt: '2026-11-03T08:00:00Z' }), item('CV2', { assignee: 'Olga' }), item('CV3', { assignee: 'Piet', host: 'b.example', dueAt: '2026-11-04T08:00:00Z' })]
const chosen = (change: Partial<Parameters<typeof chosenItems>[1]>) => chosenItems(rows, { search: '', owner: '', self: 'Olga', now: Date.parse('2026-11-02T08:00:00Z'), ...change }).map(({ reference }) => reference)

describe('the work list', () => {
  it('has what is due first on top, and is searched and narrowed to one\'s own, to nobody\'s and to what is overdue (DEC-222)', () => {
    expect(chosen({})).toEqual(['CV2', 'CV1', 'CV3'])
    expect([chosen({ owner: 'mine' }), chosen({ owner: 'nobody' }), chosen({ owner: 'overdue' })]).toEqual([['CV2'], ['CV1'], ['CV2']])
    expect([chosen({ search: 'B.EX' }), chosen({ search: 'piet' }), chosen({ search: 'cv1' })]).toEqual([['CV3'], ['CV3'], ['CV1']])
  })

  it('tells what somebody did in words (DEC-222)', () => {
    const says = (action: Parameters<typeof deedText>[0]['action'], value: string | null) => deedText({ action, value }, (at) => at)
    expect([says('assign', 'Olga'), says('assign', null), says('due', '8:00'), says('resolve', 'renter-told'), says('reopen', null)])
      .toEqual(['assigned it to Olga', 'gave it back', 'wants it done by 8:00', 'resolved it: The renter was told', 'opened it again'])
  })
})
