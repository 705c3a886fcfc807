import { describe, expect, it } from 'vitest'
import { settleMs } from '@checkin/telemetry'
import { forgottenMs, HealthSamples, silenceMs } from './health-samples.ts'

const of = (session: string, version = '1.1.0', module = 'mfe-driver') => ({ session, host: 'a.example', module, version, settings: '' })
const counts = (samples: HealthSamples, now: number) => samples.drain(now).map(({ version, good, bad }) => [version, good, bad])

describe('a health sample of a module version', () => {
  it('is good once the module ran for a while without a complaint and its page still answers', () => {
    const samples = new HealthSamples()
    samples.started(of('s1'), 0)
    samples.proved(of('s1'))
    expect(counts(samples, settleMs - 1)).toEqual([])
    expect(counts(samples, settleMs)).toEqual([['1.1.0', 1, 0]])
    expect(counts(samples, 10 * settleMs)).toEqual([])
  })

  it('is neither good nor bad by silence alone: a page that was closed and one that froze look the same', () => {
    const samples = new HealthSamples()
    samples.started(of('s1'), 0)
    samples.started(of('s2'), 0)
    expect(counts(samples, 4 * settleMs)).toEqual([])
    // The renter of the second goes on after a while.
    samples.proved(of('s2'))
    expect(counts(samples, 5 * settleMs)).toEqual([['1.1.0', 1, 0]])
    expect(counts(samples, forgottenMs)).toEqual([])
    samples.proved(of('s1'))
    expect(counts(samples, 2 * forgottenMs)).toEqual([])
  })

  it('is bad at once when it fails, however it began, and once only', () => {
    const samples = new HealthSamples()
    samples.started(of('s1'), 0)
    expect([samples.failed(of('s1')), samples.failed(of('s1'))]).toEqual([true, false])
    samples.failed(of('s2'))
    expect(counts(samples, 10 * settleMs)).toEqual([['1.1.0', 0, 2]])
  })

  it('counts once per session, however often the page is loaded', () => {
    const samples = new HealthSamples()
    for (let load = 0; load < 5; load += 1) samples.started(of('s1'), load * settleMs)
    samples.started(of('s1', '1.0.0'), 0)
    for (const version of ['1.1.0', '1.0.0', '1.1.0']) samples.proved(of('s1', version))
    expect(counts(samples, 10 * settleMs)).toEqual([['1.1.0', 1, 0], ['1.0.0', 1, 0]])
    samples.started(of('s1'), 11 * settleMs)
    samples.proved(of('s1'))
    expect(counts(samples, 20 * settleMs)).toEqual([])
  })

  it('counts a failure after a good sample as one more bad session', () => {
    const samples = new HealthSamples()
    samples.started(of('s1'), 0)
    samples.proved(of('s1'))
    samples.drain(settleMs)
    samples.failed(of('s1'))
    expect(counts(samples, settleMs)).toEqual([['1.1.0', 0, 1]])
  })

  it('of the shell: a page whose scripts run and that never says anything did not start; a page without scripts says nothing (DEC-156)', () => {
    const samples = new HealthSamples()
    for (const session of ['s1', 's2', 'crawler']) samples.sent(of(session, '2.0.0', 'shell'), 0)
    for (const session of ['s1', 's2']) samples.scripted(of(session, '2.0.0', 'shell'))
    samples.alive(of('s2', '2.0.0', 'shell'), 1000)
    expect(counts(samples, silenceMs)).toEqual([['2.0.0', 1, 1]])
  })

  it('is forgotten when there are too many, and the newest are kept', () => {
    const samples = new HealthSamples()
    for (let at = 0; at < 50_010; at += 1) samples.started(of(`s${at}`), 0)
    for (let at = 0; at < 50_010; at += 1) samples.proved(of(`s${at}`))
    expect(counts(samples, settleMs)).toEqual([['1.1.0', 50_000, 0]])
  })

  it('that is set aside is told apart from good and bad ones, and so is one that was good before; nothing is told where there is neither (DEC-351)', () => {
    const samples = new HealthSamples(({ session }, end) => (end === 'bad' && session.endsWith('liar') ? 'aside' : session === 'nobody' ? 'nothing' : 'counts'))
    for (const session of ['liar', 'nobody', 'new']) samples.failed(of(session))
    samples.started(of('old'), 0)
    samples.proved(of('old'))
    expect(samples.drain(settleMs)).toEqual([{ host: 'a.example', module: 'mfe-driver', version: '1.1.0', settings: '', good: 1, bad: 1, aside: 1 }])
    samples.failed(of('old'))
    samples.failed(of('another'))
    expect(samples.drain(2 * settleMs)).toEqual([{ host: 'a.example', module: 'mfe-driver', version: '1.1.0', settings: '', good: 0, bad: 2, late: 1 }])
    // What is set aside is in no other count: it would be taken off the bad ones, of which it is none.
    samples.started(of('late liar'), 2 * settleMs)
    samples.proved(of('late liar'))
    samples.drain(3 * settleMs)
    samples.failed(of('late liar'))
    expect(samples.drain(4 * settleMs)).toEqual([{ host: 'a.example', module: 'mfe-driver', version: '1.1.0', settings: '', good: 0, bad: 0, aside: 1 }])
  })
})
