import { FreezeSpec } from '@checkin/registry'
import { describe, expect, it } from 'vitest'
import { freezeSpec, freezeText } from './freeze-text.ts'

describe('a freeze at the console', () => {
  it.each([
    ['no hours', freezeSpec('', '', false), 'from now until it is lifted'],
    ['an end', freezeSpec('', '2026-12-28T06:00', false), 'from now until 2026-12-28 06:00'],
    ['both', freezeSpec('2026-12-24T18:00', '2026-12-28T06:00', false), 'from 2026-12-24 18:00 until 2026-12-28 06:00'],
    ['each weekend', freezeSpec('2026-12-24T18:00', '', true), 'every week from fri 18:00 until mon 06:00'],
  ])('with %s is what the registry takes, and is said in words (ROL-8)', (_what, spec, text) => {
    expect(FreezeSpec.parse(spec)).toEqual(spec)
    expect(freezeText(spec)).toBe(text)
  })
})
