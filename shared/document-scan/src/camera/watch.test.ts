import { describe, expect, it } from 'vitest'
import type { Hint } from '../picture/hint.ts'
import { watched, type Watch } from './watch.ts'

const grey = (value: number) => ({ width: 2, height: 1, values: new Uint8Array([value, value]) })
/** What is shown after each look, and when a picture would be taken; looks are hints, of a picture as bright as said. */
function look(looks: readonly (readonly [hint: Hint, value: number])[]): { readonly shown: readonly Hint[]; readonly taken: readonly number[] } {
  const states: Watch[] = []
  for (const [hint, value] of looks) states.push(watched(states.at(-1) ?? null, { hint, grey: grey(value) }))
  return { shown: states.map(({ shown }) => shown), taken: states.flatMap(({ isSteady }, at) => (isSteady ? [at] : [])) }
}
const times = (count: number, hint: Hint, value = 100) => Array.from({ length: count }, () => [hint, value] as const)

describe('the looks of a camera', () => {
  it('are shown when two in a row say the same (DEC-175)', () => {
    expect(look([['place', 100], ['moveCloser', 100], ['holdStill', 100], ['holdStill', 100], ['found', 100], ['found', 100]]).shown).toEqual(['place', 'place', 'place', 'holdStill', 'holdStill', 'found'])
  })

  it('take a document that came into the frame, once, when it was found four times in a row (DEC-175)', () => {
    expect(look([...times(2, 'place'), ...times(3, 'found'), ...times(1, 'holdStill'), ...times(9, 'found')]).taken).toEqual([9])
  })

  it('never take what was there when the camera was opened: the card may not be turned over yet (DEC-175)', () => {
    expect(look([...times(1, 'holdStill'), ...times(20, 'found')]).taken).toEqual([])
    expect(look([...times(1, 'holdStill'), ...times(5, 'found'), ...times(2, 'holdStill', 140), ...times(4, 'found', 104)]).taken).toEqual([11])
  })
})
