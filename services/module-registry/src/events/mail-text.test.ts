import type { RolloutEvent } from '@checkin/registry'
import { describe, expect, it } from 'vitest'
import { eventsMail, isTenantEvent } from './mail-text.ts'

const places = { console: 'https://ops.example.com' }
const event = (type: RolloutEvent['type'], change: Partial<RolloutEvent> = {}): RolloutEvent =>
  ({ id: '1', type, subject: 'a.example', actor: 'Olga', reason: 'a first look', at: '2026-12-01T09:12:00.000Z', ...change }) as RolloutEvent
const textOf = (...events: readonly RolloutEvent[]) => eventsMail(events, 'code', places).text

describe('the text of a mail on rollout events (DEC-354)', () => {
  it('keeps what somebody wrote in one line, so that it looks like no other event', () => {
    expect(textOf(event('tenant.changed', { actor: 'Olga\nOps', reason: 'new\n2026-12-01 10:00 UTC  A version was withdrawn: mfe-driver 1.0.0' })).split('\n').slice(0, 2)).toEqual([
      '2026-12-01 09:12 UTC  A tenant gets other versions: a.example', '  by Olga Ops: new 2026-12-01 10:00 UTC A version was withdrawn: mfe-driver 1.0.0',
    ])
  })
  it('names an emergency, and nothing else as one', () => {
    expect([textOf(event('tenant.changed', { emergency: true })).split('\n')[0], textOf(event('tenant.changed')).split('\n')[0]]).toEqual([
      '2026-12-01 09:12 UTC  A tenant gets other versions: a.example (emergency)', '2026-12-01 09:12 UTC  A tenant gets other versions: a.example',
    ])
  })
  it.each([
    ['canary.stopped', true], ['canary.suspended', true], ['canary.resumed', true], ['tenant.rolled-back', true], ['tenant.changed', true], ['version.killed', false], ['version.published', false],
  ] as const)('%s is about a tenant: %s', (type, isAbout) => {
    expect(isTenantEvent(event(type))).toBe(isAbout)
    expect(textOf(event(type))).toContain(isAbout ? 'https://ops.example.com/releases/a.example' : 'https://ops.example.com/versions\n')
  })
})
