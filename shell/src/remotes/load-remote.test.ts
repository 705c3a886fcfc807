import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PageModule } from '@checkin/releases'
import type { RemoteModule } from '@checkin/remote'
import { createRemoteLoader, loadTimeouts } from './load-remote.ts'
import type { RemoteState } from './load-remote.ts'
import type { PageReport } from './report.ts'

const version = (number: string, lastGood?: PageModule): PageModule => ({
  name: 'mfe-driver', version: number, uniqueName: `mfe_driver_${number.replaceAll('.', '_')}`, base: `/assets/mfe-driver/${number}/`,
  entry: `/assets/mfe-driver/${number}/remoteEntry.js`, integrity: {}, steps: [], ...(lastGood ? { lastGood } : {}),
})

const remote: RemoteModule = { name: 'mfe-driver', steps: [], words: { en: async () => ({ default: {} }), pt: async () => ({ default: {} }), fr: async () => ({ default: {} }) } }
const unreachable = () => Promise.reject(Object.assign(new Error('ScriptNetworkError: Failed to load script'), { name: 'ScriptNetworkError' }))
const throwing = () => Promise.reject(new Error('RUNTIME-008 ScriptExecutionError: Script threw'))
const hanging = () => new Promise<RemoteModule>(() => undefined)
const loading = () => Promise.resolve(remote)
const after = (milliseconds: number) => () => new Promise<RemoteModule>((done) => setTimeout(() => done(remote), milliseconds))

/** A loader whose versions answer as told, one answer per try; the last one stays. */
function loaderWith(module: PageModule, answers: Readonly<Record<string, readonly (() => Promise<RemoteModule>)[]>>) {
  const reports: PageReport[] = []
  let codes = 0
  const tries: string[] = []
  const fetched: string[] = []
  const loader = createRemoteLoader({
    modules: { [module.name]: module },
    report: (report) => reports.push(report),
    fetchFile: async (address) => { fetched.push(address) },
    newCode: () => `code ${++codes}`,
    loadVersion: (asked) => {
      const given = answers[asked.version] ?? []
      const at = tries.filter((each) => each === asked.version).length
      tries.push(asked.version)
      return (given[at] ?? given.at(-1) ?? unreachable)()
    },
  })
  return { loader, reports, tries, fetched }
}

const withLastGood = version('1.1.0', version('1.0.0'))
const ready = (number: string): RemoteState => ({ kind: 'ready', remote, version: number })

async function settled(work: Promise<RemoteState>, within: number): Promise<RemoteState | 'not yet'> {
  let result: RemoteState | 'not yet' = 'not yet'
  void work.then((state) => (result = state))
  await vi.advanceTimersByTimeAsync(within)
  return result
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what operators set about a module', () => {
  it('is that of the version whose code runs', async () => {
    const module = { ...version('1.1.0', { ...version('1.0.0'), settings: { cards: 1 } }), settings: { cards: 2 } }
    const released = loaderWith(module, { '1.1.0': [loading] })
    expect(await settled(released.loader.load('mfe-driver'), 0)).toMatchObject({ version: '1.1.0', settings: { cards: 2 } })
    const broken = loaderWith(module, { '1.1.0': [throwing], '1.0.0': [loading] })
    expect(await settled(broken.loader.load('mfe-driver'), 0)).toMatchObject({ version: '1.0.0', settings: { cards: 1 } })
  })
})

describe('loading a module', () => {
  it.each([
    ['the released version when it comes', withLastGood, { '1.1.0': [loading] }, 0, ready('1.1.0'), ['1.1.0']],
    ['the released version at the second try', withLastGood, { '1.1.0': [unreachable, loading] }, loadTimeouts.retry, ready('1.1.0'), ['1.1.0', '1.1.0']],
    ['the last good one when the released one cannot be reached twice', withLastGood, { '1.1.0': [unreachable], '1.0.0': [loading] }, loadTimeouts.retry, ready('1.0.0'), ['1.1.0', '1.1.0', '1.0.0']],
    ['the last good one at once when the released one throws', withLastGood, { '1.1.0': [throwing], '1.0.0': [loading] }, 0, ready('1.0.0'), ['1.1.0', '1.0.0']],
    ['the last good one when the released one hangs', withLastGood, { '1.1.0': [hanging], '1.0.0': [loading] }, loadTimeouts.fallback, ready('1.0.0'), ['1.1.0', '1.0.0']],
    ['the released one after all when it was only slow and the last good one is worse', withLastGood, { '1.1.0': [after(4000)], '1.0.0': [unreachable] }, 4000, ready('1.1.0'), ['1.1.0', '1.0.0', '1.0.0']],
    ['a failure when nothing comes', withLastGood, { '1.1.0': [hanging], '1.0.0': [hanging] }, loadTimeouts.total, { kind: 'failed', problem: 'too-slow', code: 'code 1' }, ['1.1.0', '1.0.0']],
    ['a failure when there is no last good one', version('1.1.0'), { '1.1.0': [unreachable] }, loadTimeouts.retry, { kind: 'failed', problem: 'unreachable', code: 'code 1' }, ['1.1.0', '1.1.0']],
    ['a slow version without another one, within the whole time', version('1.1.0'), { '1.1.0': [after(5000)] }, 5000, ready('1.1.0'), ['1.1.0']],
  ] as const)('ends with %s', async (_what, module, answers, within, state, tries) => {
    const { loader, tries: made } = loaderWith(module, answers)
    expect(await settled(loader.load('mfe-driver'), within)).toEqual(state)
    expect(loader.stateOf('mfe-driver')).toEqual(state)
    expect(made).toEqual(tries)
  })

  it('always ends within 6 s, whatever hangs', async () => {
    for (const module of [withLastGood, version('1.1.0')]) {
      expect(await settled(loaderWith(module, { '1.1.0': [hanging], '1.0.0': [hanging] }).loader.load('mfe-driver'), 6000)).toMatchObject({ kind: 'failed' })
    }
  })

  it('is one load for all who ask at the same time, and none once it is there', async () => {
    const { loader, tries } = loaderWith(withLastGood, { '1.1.0': [after(10)] })
    const both = [loader.load('mfe-driver'), loader.load('mfe-driver')]
    await vi.advanceTimersByTimeAsync(10)
    expect(await Promise.all(both)).toEqual([ready('1.1.0'), ready('1.1.0')])
    await loader.load('mfe-driver')
    expect(tries).toEqual(['1.1.0'])
  })

  it('is really tried again after a failure', async () => {
    const { loader } = loaderWith(version('1.1.0'), { '1.1.0': [unreachable, unreachable, loading] })
    expect(await settled(loader.load('mfe-driver'), loadTimeouts.retry)).toMatchObject({ kind: 'failed' })
    expect(await settled(loader.load('mfe-driver'), 0)).toEqual(ready('1.1.0'))
  })

  it('fails for a module that the release does not have', async () => {
    expect(await settled(loaderWith(withLastGood, {}).loader.load('mfe-other'), 0)).toEqual({ kind: 'failed', problem: 'not-in-release', code: null })
  })

  it('tells those who watch about every change', async () => {
    const { loader } = loaderWith(withLastGood, { '1.1.0': [loading] })
    const seen: string[] = []
    const stop = loader.subscribe(() => seen.push(loader.stateOf('mfe-driver').kind))
    await loader.load('mfe-driver')
    stop()
    expect(seen).toEqual(['loading', 'ready'])
  })
})

describe('a module that breaks while it is drawn', () => {
  it('gives way to its last good version', async () => {
    const { loader } = loaderWith(withLastGood, { '1.1.0': [loading], '1.0.0': [loading] })
    await loader.load('mfe-driver')
    loader.markFailed('mfe-driver', '1.1.0')
    await vi.advanceTimersByTimeAsync(0)
    expect(loader.stateOf('mfe-driver')).toEqual(ready('1.0.0'))
  })

  it('is a failure when the last good version breaks too', async () => {
    const { loader, reports } = loaderWith(withLastGood, { '1.1.0': [loading], '1.0.0': [loading] })
    await loader.load('mfe-driver')
    loader.markFailed('mfe-driver', '1.0.0')
    expect(loader.stateOf('mfe-driver')).toEqual({ kind: 'failed', problem: 'broken-view', code: 'code 1' })
    expect(reports.at(-1)).toEqual({ module: 'mfe-driver', version: '1.0.0', phase: 'render', outcome: 'failed', reason: 'broken-view', trace: 'code 1' })
  })
})

describe('what is reported', () => {
  it('is a success with the version that runs', async () => {
    const { loader, reports } = loaderWith(withLastGood, { '1.1.0': [loading] })
    await loader.load('mfe-driver')
    expect(reports).toEqual([{ module: 'mfe-driver', version: '1.1.0', phase: 'load', outcome: 'ok' }])
  })

  it('is every rung of the loadTimeouts, with the version that failed and the one that runs', async () => {
    const { loader, reports } = loaderWith(withLastGood, { '1.1.0': [unreachable], '1.0.0': [loading] })
    await settled(loader.load('mfe-driver'), loadTimeouts.retry)
    expect(reports).toEqual([
      { module: 'mfe-driver', version: '1.1.0', phase: 'load', outcome: 'retried', reason: 'unreachable' },
      { module: 'mfe-driver', version: '1.1.0', phase: 'load', outcome: 'failed', reason: 'unreachable' },
      { module: 'mfe-driver', version: '1.0.0', phase: 'load', outcome: 'last-good' },
    ])
  })
})

describe('the code for support', () => {
  it('goes with the report of what the renter sees, a new one each time, and with no other report', async () => {
    const { loader, reports } = loaderWith(version('1.1.0'), { '1.1.0': [unreachable] })
    for (const code of ['code 1', 'code 2']) {
      expect(await settled(loader.load('mfe-driver', 'verify-driver'), loadTimeouts.retry)).toMatchObject({ kind: 'failed', code })
      expect(reports.at(-1)).toEqual({ module: 'mfe-driver', version: '1.1.0', phase: 'load', outcome: 'failed', reason: 'unreachable', step: 'verify-driver', trace: code })
    }
    expect(reports.filter((report) => 'trace' in report)).toHaveLength(2)
  })

  it('names the last good version when that is what did not come in the end', async () => {
    const { loader, reports } = loaderWith(withLastGood, { '1.1.0': [loading], '1.0.0': [throwing] })
    await loader.load('mfe-driver')
    loader.markFailed('mfe-driver', '1.1.0', 'verify-driver', 'no-such-step')
    await vi.advanceTimersByTimeAsync(0)
    expect(reports.slice(-2)).toEqual([
      { module: 'mfe-driver', version: '1.1.0', phase: 'render', outcome: 'failed', reason: 'no-such-step', step: 'verify-driver' },
      { module: 'mfe-driver', version: '1.0.0', phase: 'load', outcome: 'failed', reason: 'threw', step: 'verify-driver', trace: 'code 1' },
    ])
    expect(loader.stateOf('mfe-driver')).toMatchObject({ code: 'code 1' })
  })
})

describe('a module that nobody shows yet', () => {
  it('is there at once when it is shown', async () => {
    const { loader, tries } = loaderWith(version('1.0.0'), { '1.0.0': [loading] })
    await loader.prepare('mfe-driver')
    expect(loader.stateOf('mfe-driver')).toEqual(ready('1.0.0'))
    expect(await loader.load('mfe-driver')).toEqual(ready('1.0.0'))
    expect(tries).toEqual(['1.0.0'])
  })

  it('is tried anew by whoever shows it when it could not be had ahead', async () => {
    const { loader, reports } = loaderWith(version('1.0.0'), { '1.0.0': [throwing, loading] })
    await loader.prepare('mfe-driver')
    expect(loader.stateOf('mfe-driver')).toEqual({ kind: 'idle' })
    expect(reports).toEqual([{ module: 'mfe-driver', version: '1.0.0', phase: 'load', outcome: 'failed', reason: 'threw' }])
    expect(await loader.load('mfe-driver')).toEqual(ready('1.0.0'))
  })

  it('is nothing to fail at when the release does not have it', async () => {
    const { loader } = loaderWith(version('1.0.0'), {})
    await loader.prepare('mfe-offers')
    expect(loader.stateOf('mfe-offers')).toEqual({ kind: 'idle' })
  })

  it('is fetched without being run where its screens open a document of their own', async () => {
    const { loader, tries, fetched } = loaderWith({ ...version('1.0.0'), ahead: ['/a.js', '/b.js'] }, { '1.0.0': [loading] })
    await loader.fetchAhead('mfe-driver')
    expect([fetched, tries, loader.stateOf('mfe-driver')]).toEqual([['/a.js', '/b.js'], [], { kind: 'idle' }])
  })
})
