import { settingsKey } from '@checkin/releases/settings-key'
import { expect, it } from 'vitest'
import { aPointer, aSet, releasesOf } from '../../test/release.fixture.ts'
import { isTried } from './tried.ts'

const rollout = (version: string) => ({ id: 'r', salt: 's', modules: { 'mfe-driver': version }, percent: 50, cohorts: [] })
const of = (version: string, settings = '', module = 'mfe-driver') => ({ host: 'a.example', module, version, settings })
const withCards = (id: number, cards: number) => ({ ...aSet(id, '1.0.0'), settings: { 'mfe-driver': { cards } } })

it('a version is tried while a rollout brings it, whatever is set of it (DEC-156)', () => {
  const releases = releasesOf({ pointers: [aPointer(1, { rollouts: [rollout('1.1.0')], variants: [1, 2] })], sets: [aSet(1, '1.0.0'), aSet(2, '1.1.0')] })
  expect([of('1.1.0'), of('1.1.0', settingsKey({ cards: 1 })), of('1.0.0'), of('1.1.0', '', 'mfe-payment'), { ...of('1.1.0'), host: 'b.example' }].map((each) => isTried(releases, each))).toEqual([true, true, false, false, false])
})

it('of two settings of the version that everybody has, those are tried that the rollout\'s set has and the others\' has not (DEC-361)', () => {
  const others = { ...rollout('1.0.0'), id: 'q', modules: { 'mfe-payment': '1.1.0' } }
  const releases = releasesOf({
    pointers: [aPointer(1, { rollouts: [others, rollout('1.0.0')], variants: [1, 2, 3, 4] })],
    sets: [withCards(1, 3), { ...aSet(2, '1.0.0', '1.1.0'), settings: { 'mfe-driver': { cards: 3 } } }, withCards(3, 6), { ...aSet(4, '1.0.0', '1.1.0'), settings: { 'mfe-driver': { cards: 6 } } }],
  })
  expect([settingsKey({ cards: 6 }), settingsKey({ cards: 3 }), ''].map((settings) => isTried(releases, of('1.0.0', settings)))).toEqual([true, false, false])
  expect(isTried(releases, of('1.1.0', '', 'mfe-payment'))).toBe(true)
})
