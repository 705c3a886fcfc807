import { journeyMs, leaveWithinMs, ReportBatch } from '@checkin/telemetry'
import { settingsKey } from '@checkin/releases/settings-key'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountedSet, Reporter, shellIn, versionIn } from './reporter.ts'
import { Witnesses } from './witnesses.ts'

const host = 'a.example'
const time = leaveWithinMs('upselling') ?? expect.fail('nobody leaves the upgrade')
const [a, b] = [{}, { shownCards: 6 }]
const setWith = (settings: CountedSet['settings']): CountedSet & { readonly id: number } => ({ id: 1, shell: { version: '1.0.0' }, modules: { 'mfe-offers': { version: '1.1.0' } }, settings })
const sets = { a: setWith({ 'mfe-offers': a, 'mfe-driver': b }), b: setWith({ 'mfe-offers': b }) }
const open = { isCompleted: false, total: 10_000, currency: 'EUR' }

/** What a session does. */
interface Course { readonly arm: 'a' | 'b'; readonly fails: boolean; readonly leaves: boolean; readonly completes: boolean }

/** What a site reports when these sessions are over. */
function reportOf(courses: readonly Course[], setOf: (arm: Course['arm']) => CountedSet & { readonly id: number }): ReportBatch {
  const reporter = new Reporter({ hostileNetworks: 0, isCanary: () => true })
  for (const [at, { arm, fails, leaves, completes }] of courses.entries()) {
    const [session, from] = [`s${at}`, { session: `s${at}`, address: '192.0.2.1', now: 0 }]
    const set = setOf(arm)
    const [of, shell] = [versionIn(set, { session, host, module: 'mfe-offers' }) ?? expect.fail('the set has no offers'), shellIn(set, { session, host })]
    reporter.pageSent(from, host, set)
    reporter.alive(shell, 0)
    reporter.journey(from, host, set, open)
    reporter.started(of, from)
    reporter.reached(of, 'upselling', shell, from)
    if (leaves) reporter.left(of, 'upselling', shell, 1000)
    if (fails) reporter.failed(of, { phase: 'step', reason: 'threw', step: 'upselling' }, from)
    if (completes) reporter.journey(from, host, set, { ...open, isCompleted: true, total: 12_000 })
  }
  return ReportBatch.parse(reporter.drain(Math.max(journeyMs, time)))
}

type Key = 'host' | 'module' | 'version' | 'step' | 'currency'
/** Rows with their keys of settings left out, and added up. */
function summed(rows: readonly object[]): Record<string, unknown> {
  const sums: Record<string, number[]> = {}
  for (const row of rows) {
    const { settings: _key, ...rest } = row as Record<string, unknown>
    const name = (['host', 'module', 'version', 'step', 'currency'] satisfies Key[]).map((each) => JSON.stringify(rest[each] ?? '')).join(' ')
    const counts = Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, value]) => (Array.isArray(value) ? value as number[] : typeof value === 'number' ? [value] : []))
    sums[name] = counts.map((count, at) => count + (sums[name]?.[at] ?? 0))
  }
  return sums
}

const kinds = ['outcomes', 'stays', 'journeys', 'values'] as const

describe('two settings of one version (DEC-361)', () => {
  it('are counted apart, by what the session\'s own set has set of the module; where nothing is set the key is empty and not absent', () => {
    const batch = reportOf([{ arm: 'a', fails: true, leaves: false, completes: false }, { arm: 'b', fails: false, leaves: true, completes: true }], (arm) => sets[arm])
    const of = (kind: (typeof kinds)[number]) => batch[kind].filter(({ module }) => module === 'mfe-offers')
    for (const kind of kinds) expect([kind, of(kind).map(({ version, settings }) => [version, settings])]).toEqual([kind, [['1.1.0', ''], ['1.1.0', settingsKey(b)]]])
    expect(of('outcomes')).toMatchObject([{ good: 0, bad: 1 }, { good: 1, bad: 0 }])
    expect(of('stays')).toMatchObject([{ left: 0, stuck: 1 }, { left: 1, stuck: 0 }])
    expect(of('journeys')).toMatchObject([{ completed: 0, unfinished: 1 }, { completed: 1, unfinished: 0 }])
    expect(batch.journeys.filter(({ module }) => module === 'shell')).toMatchObject([{ settings: '', completed: 1, unfinished: 1 }])
  })

  it('add up to what one setting of the version would have counted', () => {
    const course = fc.record({ arm: fc.constantFrom('a' as const, 'b' as const), fails: fc.boolean(), leaves: fc.boolean(), completes: fc.boolean() })
    fc.assert(fc.property(fc.array(course, { minLength: 1, maxLength: 40 }), (courses) => {
      const [apart, together] = [reportOf(courses, (arm) => sets[arm]), reportOf(courses, () => sets.a)]
      for (const kind of kinds) expect(summed(apart[kind])).toEqual(summed(together[kind]))
    }), { numRuns: 50 })
  })

  it('have seats and what is set aside each for itself, as two versions have', () => {
    const witnesses = new Witnesses({ hostileNetworks: 1, isCanary: ({ settings }) => settings === settingsKey(b) })
    const of = (session: string, settings: string) => ({ session, host, module: 'shell', version: '1.1.0', settings })
    const [one, other, late] = [of('s1', ''), of('s2', settingsKey(b)), of('s3', settingsKey(b))]
    expect([one, other, late].map((each) => witnesses.seat(each, '10.1.0.1', 0))).toEqual([true, true, false])
    expect([witnesses.weigh(one, 'bad'), witnesses.weigh(other, 'bad')]).toEqual(['counts', 'aside'])
  })
})
