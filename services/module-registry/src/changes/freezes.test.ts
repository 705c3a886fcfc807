import type { FreezeSpec } from '@checkin/registry'
import { describe, expect, it } from 'vitest'
import { isFrozen } from './freezes.ts'

const zurich = 'Europe/Zurich'
const night: FreezeSpec = { weekly: { from: 'sat 22:00', until: 'sun 05:00' } }
const weekend: FreezeSpec = { weekly: { from: 'fri 18:00', until: 'mon 06:00' } }
const christmas: FreezeSpec = { from: '2026-12-24T12:00', until: '2027-01-02T00:00' }

describe('a freeze holds in the tenant\'s own time', () => {
  it.each<[string, FreezeSpec, string, boolean]>([
    ['without hours from now until it is lifted', {}, '2026-06-01T00:00:00Z', true],
    ['not before its first minute', christmas, '2026-12-24T10:59:59Z', false],
    ['from its first minute', christmas, '2026-12-24T11:00:00Z', true],
    ['until its last', christmas, '2027-01-01T22:59:59Z', true],
    ['and is over then', christmas, '2027-01-01T23:00:00Z', false],
    ['each Friday evening', weekend, '2026-11-20T17:00:00Z', true],
    ['over the turn of the week', weekend, '2026-11-23T04:59:00Z', true],
    ['until Monday morning', weekend, '2026-11-23T05:00:00Z', false],
    ['not on a Wednesday', weekend, '2026-11-18T12:00:00Z', false],
    ['in the short night of spring until 5 by the new clock', night, '2027-03-28T02:59:00Z', true],
    ['and not an hour longer', night, '2027-03-28T03:00:00Z', false],
    ['in the long night of autumn through both hours of 2', night, '2026-10-25T01:30:00Z', true],
    ['and until 5 by the new clock', night, '2026-10-25T03:59:00Z', true],
    ['and no longer', night, '2026-10-25T04:00:00Z', false],
  ])('%s', (_case, spec, at, frozen) => {
    expect(isFrozen(spec, zurich, new Date(at))).toBe(frozen)
  })
})
