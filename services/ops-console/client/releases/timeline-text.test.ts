import { describe, expect, it } from 'vitest'
import { setsOf, timelineText } from './timeline-text.ts'

const host = 'a.example'
const entry = (action: string, after: unknown, { before = null, subject = host }: { before?: unknown; subject?: string } = {}) => ({ action, subject, before, after })

describe('an entry of a tenant\'s timeline', () => {
  it.each([
    ['new versions', entry('set', { revision: 2, setId: 9 }), 'New versions: revision 2, set 9'],
    ['a rollout', entry('rollout', { revision: 3, setId: 9, rollouts: [{ modules: { 'mfe-payment': '1.0.9' }, percent: 10 }] }), 'Rollout: revision 3, set 9, mfe-payment 1.0.9 at 10 %'],
    ['a rollout of settings (DEC-361)', entry('experiment', { revision: 3, setId: 9, rollouts: [{ modules: { 'mfe-payment': '1.0.9' }, settings: { 'mfe-payment': { compact: true } }, percent: 10 }] }), 'An experiment began: revision 3, set 9, mfe-payment 1.0.9 with other settings at 10 %'],
    ['a freeze of all', entry('freeze', { id: 1 }, { subject: '*' }), 'Frozen, all tenants'],
    ['an approval', entry('approve', { hosts: [host] }, { subject: 'change 4' }), 'Approved, change 4'],
    ['options that changed', entry('options', { protected: true, groups: ['pilot'] }, { before: { protected: true, groups: [] } }), 'Options: groups pilot'],
    ['an action of a later registry', entry('moved', null), 'moved'],
  ])('says %s in words (DEC-221)', (_what, given, text) => {
    expect(timelineText(given, host)).toBe(text)
  })

  it('leads to the comparison of the sets before and after, where there are two (DEC-223)', () => {
    expect(setsOf(entry('set', { setId: 9 }, { before: { setId: 7 } }))).toEqual([7, 9])
    expect([setsOf(entry('set', { setId: 9 })), setsOf(entry('rollout', { setId: 9 }, { before: { setId: 9 } }))]).toEqual([null, null])
  })
})
