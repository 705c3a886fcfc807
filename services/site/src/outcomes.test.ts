import { describe, expect, it } from 'vitest'
import { settleMs } from '@checkin/remote/reports'
import { forgottenMs, Outcomes, silenceMs } from './outcomes.ts'

const report = (visit: string, version = '1.1.0', module = 'mfe-driver') => ({ visit, host: 'a.example', module, version })
const counts = (outcomes: Outcomes, now: number) => outcomes.drain(now).map(({ version, good, bad }) => [version, good, bad])

describe('what a visit says about a module version', () => {
  it('is well once the module ran for a while without a complaint and its page still answers', () => {
    const outcomes = new Outcomes()
    outcomes.started(report('v1'), 0)
    outcomes.proved(report('v1'))
    expect(counts(outcomes, settleMs - 1)).toEqual([])
    expect(counts(outcomes, settleMs)).toEqual([['1.1.0', 1, 0]])
    expect(counts(outcomes, 10 * settleMs)).toEqual([])
  })

  it('is neither well nor broken by silence alone: a page that was closed and one that froze look the same', () => {
    const outcomes = new Outcomes()
    outcomes.started(report('v1'), 0)
    outcomes.started(report('v2'), 0)
    expect(counts(outcomes, 4 * settleMs)).toEqual([])
    // The renter of the second goes on after a while.
    outcomes.proved(report('v2'))
    expect(counts(outcomes, 5 * settleMs)).toEqual([['1.1.0', 1, 0]])
    expect(counts(outcomes, forgottenMs)).toEqual([])
    outcomes.proved(report('v1'))
    expect(counts(outcomes, 2 * forgottenMs)).toEqual([])
  })

  it('is broken at once when it fails, however it began, and once only', () => {
    const outcomes = new Outcomes()
    outcomes.started(report('v1'), 0)
    expect([outcomes.failed(report('v1')), outcomes.failed(report('v1'))]).toEqual([true, false])
    outcomes.failed(report('v2'))
    expect(counts(outcomes, 10 * settleMs)).toEqual([['1.1.0', 0, 2]])
  })

  it('counts once per visit, however often the page is loaded', () => {
    const outcomes = new Outcomes()
    for (let load = 0; load < 5; load += 1) outcomes.started(report('v1'), load * settleMs)
    outcomes.started(report('v1', '1.0.0'), 0)
    for (const version of ['1.1.0', '1.0.0', '1.1.0']) outcomes.proved(report('v1', version))
    expect(counts(outcomes, 10 * settleMs)).toEqual([['1.1.0', 1, 0], ['1.0.0', 1, 0]])
    outcomes.started(report('v1'), 11 * settleMs)
    outcomes.proved(report('v1'))
    expect(counts(outcomes, 20 * settleMs)).toEqual([])
  })

  it('counts a failure after it had settled as one more broken session', () => {
    const outcomes = new Outcomes()
    outcomes.started(report('v1'), 0)
    outcomes.proved(report('v1'))
    outcomes.drain(settleMs)
    outcomes.failed(report('v1'))
    expect(counts(outcomes, settleMs)).toEqual([['1.1.0', 0, 1]])
  })

  it('of the shell: a page that never says anything did not start', () => {
    const outcomes = new Outcomes()
    outcomes.sent(report('v1', '2.0.0', 'shell'), 0)
    outcomes.sent(report('v2', '2.0.0', 'shell'), 0)
    outcomes.alive(report('v2', '2.0.0', 'shell'), 1000)
    expect(counts(outcomes, silenceMs)).toEqual([['2.0.0', 1, 1]])
  })

  it('is forgotten when there are too many, and the newest are kept', () => {
    const outcomes = new Outcomes()
    for (let visit = 0; visit < 50_010; visit += 1) outcomes.started(report(`v${visit}`), 0)
    for (let visit = 0; visit < 50_010; visit += 1) outcomes.proved(report(`v${visit}`))
    expect(counts(outcomes, settleMs)).toEqual([['1.1.0', 50_000, 0]])
  })
})
