import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combinationsOf, combinationText, nextRelease, withoutVersion, type Release, type ReleaseRequest } from './next-release.ts'

const choice = { shell: '1.0.0', 'mfe-offers': '1.0.0', 'mfe-payment': '1.0.0' }
const start: Release = { choice, settings: {}, rollouts: [], selectors: {} }
const request = (versions: Record<string, string>, percent = 100, change: Partial<ReleaseRequest> = {}): ReleaseRequest => ({ versions, selectors: versions, percent, cohorts: [], settings: {}, ...change })
const fresh = { id: 'r1', salt: 's1' }
const canary = (release: Release, versions: Record<string, string>, percent: number, id = 'r1') => nextRelease(release, request(versions, percent), { id, salt: `salt of ${id}` })

describe('what a change makes of a tenant\'s release', () => {
  it('for everybody changes the modules that it names and remembers what was asked for', () => {
    const next = nextRelease(start, request({ 'mfe-payment': '1.1.4' }, 100, { selectors: { 'mfe-payment': '^1.1.0' } }), fresh)
    expect(next).toEqual({ choice: { ...choice, 'mfe-payment': '1.1.4' }, settings: {}, rollouts: [], selectors: { 'mfe-payment': '^1.1.0' } })
  })

  it('for some begins a rollout and leaves the others what they have', () => {
    const next = canary(start, { 'mfe-payment': '1.1.0' }, 10)
    expect(next.choice).toEqual(choice)
    expect(next.rollouts).toEqual([{ id: 'r1', salt: 'salt of r1', modules: { 'mfe-payment': '1.1.0' }, percent: 10, cohorts: [] }])
  })

  it('keeps the salt when the percentage changes, so that nobody moves back', () => {
    const raised = canary(canary(start, { 'mfe-payment': '1.1.0' }, 10), { 'mfe-payment': '1.1.0' }, 50, 'r2')
    expect(raised.rollouts).toMatchObject([{ id: 'r1', salt: 'salt of r1', percent: 50 }])
  })

  it('ends the rollout when everybody gets its version, and when everybody stays with another', () => {
    const running = canary(canary(start, { 'mfe-payment': '1.1.0' }, 10), { 'mfe-offers': '2.0.0' }, 5, 'r2')
    expect(nextRelease(running, request({ 'mfe-payment': '1.1.0' }), fresh)).toMatchObject({ choice: { 'mfe-payment': '1.1.0', 'mfe-offers': '1.0.0' }, rollouts: [{ id: 'r2' }] })
    expect(nextRelease(running, request({ 'mfe-payment': '1.0.0' }), fresh)).toMatchObject({ choice, rollouts: [{ id: 'r2' }] })
  })

  it.each([
    ['another version of a module in a rollout', () => canary(canary(start, { 'mfe-payment': '1.1.0' }, 10), { 'mfe-payment': '1.2.0' }, 5), 'RolloutRunning'],
    ['a version that everybody has', () => canary(start, { 'mfe-payment': '1.0.0' }, 5), 'SameVersion'],
    ['a percentage of a first release', () => canary({ choice: {}, settings: {}, rollouts: [], selectors: {} }, choice, 5), 'NoRelease'],
    ['a fourth rollout', () => ['mfe-payment', 'mfe-offers', 'mfe-driver', 'mfe-precheckout'].reduce((release, name) => canary(release, { [name]: '9.0.0' }, 5, name), start), 'TooManyRollouts'],
  ])('refuses %s', (_case, change, code) => {
    expect(change).toThrow(expect.objectContaining({ code }))
  })

  it('a percentage of 0 with a rule is a rollout for those of the rule only', () => {
    const cohorts = [{ when: { staff: true }, percent: 100 }]
    expect(nextRelease(start, request({ 'mfe-payment': '1.1.0' }, 0, { cohorts }), fresh).rollouts).toMatchObject([{ percent: 0, cohorts }])
  })
})

describe('what is set of modules', () => {
  const settings = { 'mfe-payment': { askFirst: true, patience: 5 } }
  const set = nextRelease(start, request({}, 100, { settings }), fresh)

  it('takes the place of all that was set of the same module, and goes with an empty one', () => {
    expect(set.settings).toEqual(settings)
    expect(nextRelease(set, request({}, 100, { settings: { 'mfe-payment': { patience: 9 } } }), fresh).settings).toEqual({ 'mfe-payment': { patience: 9 } })
    expect(nextRelease(set, request({ 'mfe-offers': '2.0.0' }, 100, { settings: { 'mfe-offers': {} } }), fresh)).toMatchObject({ settings, choice: { 'mfe-offers': '2.0.0' } })
    expect(nextRelease(set, request({}, 100, { settings: { 'mfe-payment': {} } }), fresh).settings).toEqual({})
  })

  it('is part of every combination, and makes another set of the same versions', () => {
    expect(combinationsOf(canary(set, { 'mfe-offers': '2.0.0' }, 10)).map((each) => each.settings)).toEqual([settings, settings])
    expect(combinationText({ choice, settings: { 'mfe-payment': { patience: 5, askFirst: true } } })).toBe(combinationText({ choice, settings }))
    expect(combinationText({ choice, settings })).not.toBe(combinationText({ choice, settings: {} }))
    expect(combinationText({ choice, settings: { 'mfe-payment': {} } })).toBe(combinationText({ choice, settings: {} }))
  })

  it('is for every session, not for some percent', () => {
    expect(() => nextRelease(start, request({}, 10, { settings }), fresh)).toThrow(expect.objectContaining({ code: 'SettingsForEverybody' }))
  })

  it('goes with a version that is taken away: its substitute has what it had', () => {
    expect(withoutVersion(set, { name: 'mfe-payment', version: '1.0.0' }, { version: '0.9.0', settings: { patience: 7 } }).settings).toEqual({ 'mfe-payment': { patience: 7 } })
    expect(withoutVersion(set, { name: 'mfe-payment', version: '1.0.0' }, { version: '0.9.0', settings: {} }).settings).toEqual({})
  })
})

describe('the combinations of running rollouts', () => {
  it('are all there, each module as the rollouts in it say', () => {
    const both = canary(canary(start, { 'mfe-payment': '1.1.0' }, 10), { 'mfe-offers': '2.0.0' }, 5, 'r2')
    expect(combinationsOf(both).map(({ choice: each }) => [each['mfe-payment'], each['mfe-offers']])).toEqual([['1.0.0', '1.0.0'], ['1.1.0', '1.0.0'], ['1.0.0', '2.0.0'], ['1.1.0', '2.0.0']])
  })

  it('begin with what sessions in no rollout get', () => {
    fc.assert(fc.property(fc.uniqueArray(fc.constantFrom('mfe-payment', 'mfe-offers', 'shell'), { maxLength: 3 }), (names) => {
      const release = names.reduce((made, name) => canary(made, { [name]: '7.0.0' }, 5, name), start)
      const variants = combinationsOf(release)
      expect(variants).toHaveLength(2 ** names.length)
      expect(variants[0]).toEqual({ choice, settings: {} })
    }))
  })
})

describe('taking a version away', () => {
  const running = canary(canary(start, { 'mfe-payment': '1.1.0' }, 10), { 'mfe-offers': '2.0.0' }, 5, 'r2')

  it('ends its rollout and leaves the other', () => {
    expect(withoutVersion(running, { name: 'mfe-payment', version: '1.1.0' }, { version: '1.0.0', settings: {} })).toMatchObject({ choice, rollouts: [{ id: 'r2' }] })
  })

  it('gives everybody the one before, pinned, so that no range leads back', () => {
    const followed = { ...start, selectors: { 'mfe-payment': '^1.0.0' } }
    expect(withoutVersion(followed, { name: 'mfe-payment', version: '1.0.0' }, { version: '0.9.0', settings: {} })).toMatchObject({ choice: { 'mfe-payment': '0.9.0' }, selectors: { 'mfe-payment': '0.9.0' } })
  })

  it('leaves the choice where there is nothing instead; the site then shows the way to the counter', () => {
    expect(withoutVersion(start, { name: 'mfe-payment', version: '1.0.0' }, null).choice).toEqual(choice)
  })
})
