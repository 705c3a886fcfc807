import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frameShares, ratios, shownOf, stageRatio, takenOf } from './frame.ts'

const shapes = ['card', 'page'] as const

describe('the frame', () => {
  it.each(shapes)('of a %s has its proportions, and the same room on every side (DEC-175)', (shape) => {
    const { left, top, width, height } = frameShares(shape)
    expect((width * stageRatio(shape)) / height).toBeCloseTo(ratios[shape], 6)
    expect(left * stageRatio(shape)).toBeCloseTo(top, 6)
  })

  it('holds, in a picture of any size, what shows and a little room, and never more than there is (DEC-175)', () => {
    fc.assert(fc.property(fc.integer({ min: 100, max: 5000 }), fc.integer({ min: 100, max: 5000 }), fc.constantFrom(...shapes), (width, height, shape) => {
      const [shown, taken] = [shownOf(width, height, shape), takenOf(width, height, shape)]
      expect(shown.width / shown.height).toBeCloseTo(stageRatio(shape), 6)
      for (const { left, top, ...size } of [shown, taken]) {
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(-0.001)
        expect([left + size.width <= width + 0.001, top + size.height <= height + 0.001]).toEqual([true, true])
      }
      expect(taken.width).toBeGreaterThan(shown.width * frameShares(shape).width)
    }))
  })
})
