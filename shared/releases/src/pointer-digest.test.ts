import { expect, it } from 'vitest'
import { pointerDigest } from './pointer-digest.ts'

const rollout = { id: 'r', modules: { 'mfe-driver': '1.1.0', 'mfe-offers': '1.0.0' }, salt: 's', cohorts: [{ when: { staff: true }, percent: 100 }], percent: 10 }
const pointer = { host: 'a.example', revision: 2, setId: 3, rollouts: [rollout], variants: [3, 4], lastGood: { shell: 1, 'mfe-driver': 2 } }

it('is the same whatever the order in which a pointer\'s fields were read, and another for whatever decides a session\'s set (DEC-189)', () => {
  const same = { ...pointer, lastGood: { 'mfe-driver': 2, shell: 1 }, rollouts: [{ percent: 10, cohorts: rollout.cohorts, salt: 's', modules: { 'mfe-offers': '1.0.0', 'mfe-driver': '1.1.0' }, id: 'r' }] }
  expect(pointerDigest(same)).toBe(pointerDigest(pointer))
  const others = [{ host: 'b.example' }, { revision: 3 }, { setId: 4 }, { variants: [4, 3] }, { lastGood: {} }, { rollouts: [{ ...rollout, salt: 't' }] }, { rollouts: [{ ...rollout, percent: 11 }] }, { rollouts: [{ ...rollout, cohorts: [] }] }]
  for (const other of others) expect(pointerDigest({ ...pointer, ...other })).not.toBe(pointerDigest(pointer))
})
