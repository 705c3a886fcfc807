import type { PageModule } from '@checkin/releases'
import { newSupportCode } from '@checkin/releases/support-code'
import type { RemoteModule } from '@checkin/remote'
import type { ScreenName } from '@checkin/routes'
import type { LoadVersion } from './load-version.ts'
import { problemOf } from './report.ts'
import type { LoadProblem, ModuleReport, SendReport } from './report.ts'

/** Milliseconds: until the last good version is loaded as well, until the failure is shown, before the one retry. */
export const loadTimeouts = { fallback: 2000, total: 5800, retry: 150 } as const

interface Loaded {
  readonly remote: RemoteModule
  readonly version: string
  readonly settings?: NonNullable<PageModule['settings']>
}

/** A module as the page sees it. */
export type RemoteState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  /** `version` is the one whose code runs, the released one or the last good one, and `settings` what operators set of that one. */
  | ({ readonly kind: 'ready' } & Loaded)
  /** `code` is what the renter may tell support; null where nothing was reported under one. */
  | { readonly kind: 'failed'; readonly problem: LoadProblem; readonly code: string | null }

export interface RemoteLoader {
  /** Loads a module once; further calls join, and a call after a failure tries again. `step` is the screen that waits for it. */
  readonly load: (name: string, step?: ScreenName) => Promise<RemoteState>
  /** Loads a module that nobody shows yet. A failure is forgotten: whoever shows it tries anew. */
  readonly prepare: (name: string) => Promise<void>
  /** Loads a module's files into the browser's cache and runs nothing. */
  readonly fetchAhead: (name: string) => Promise<void>
  readonly stateOf: (name: string) => RemoteState
  readonly subscribe: (listener: () => void) => () => void
  /** The running version threw while rendering, or has no such screen: shows the last good one, or the failure. */
  readonly markFailed: (name: string, version: string, step?: ScreenName, problem?: LoadProblem) => void
}

class TooSlowError extends Error {
  override readonly name = 'TooSlowError'
}

const within = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new TooSlowError()), milliseconds)
    work.then(done, fail).finally(() => clearTimeout(timer))
  })

const sleep = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))

const whyOf = (error: unknown): LoadProblem => {
  if (error instanceof TooSlowError) return 'too-slow'
  if (error instanceof AggregateError) return error.errors.map(whyOf)[0] ?? 'unreachable'
  return problemOf(error)
}

interface Dependencies {
  readonly modules: Readonly<Record<string, PageModule>>
  readonly loadVersion: LoadVersion
  readonly report: SendReport
  /** Asks for a file at low priority. */
  readonly fetchFile?: (address: string) => Promise<unknown>
  readonly newCode?: () => string
}

const fetchQuietly = (address: string): Promise<unknown> => fetch(address, { priority: 'low' }).then((answer) => answer.arrayBuffer())

/**
 * The fallback chain of a load: the released version; once more if it could not be reached (code that threw
 * would throw again); the last good version, already while the released one is only slow; the failure. Ends within 6 s.
 */
export function createRemoteLoader({ modules, loadVersion, report, fetchFile = fetchQuietly, newCode = newSupportCode }: Dependencies): RemoteLoader {
  const states = new Map<string, RemoteState>()
  const running = new Map<string, Promise<RemoteState>>()
  const listeners = new Set<() => void>()

  const stateOf = (name: string): RemoteState => states.get(name) ?? idle
  const set = (name: string, state: RemoteState): RemoteState => {
    states.set(name, state)
    listeners.forEach((listener) => listener())
    return state
  }

  /** One version with its one retry. */
  async function attempt(module: PageModule): Promise<Loaded> {
    const { name, version, settings } = module
    const given = settings && { settings }
    try {
      return { remote: await loadVersion(module), version, ...given }
    } catch (error) {
      const reason = whyOf(error)
      if (reason === 'threw') throw error
      report({ module: name, version, phase: 'load', outcome: 'retried', reason })
      await sleep(loadTimeouts.retry)
      return { remote: await loadVersion(module), version, ...given }
    }
  }

  async function loadWithFallback(module: PageModule): Promise<Loaded> {
    const released = attempt(module)
    if (!module.lastGood) return released
    const { lastGood } = module
    return within(loadTimeouts.fallback, released).catch((error: unknown) => {
      report({ module: module.name, version: module.version, phase: 'load', outcome: 'failed', reason: whyOf(error) })
      return Promise.any([released, attempt(lastGood)])
    })
  }

  /** The end of the fallback chain: reported under the code that the renter sees. What was only loaded ahead is seen by nobody and gets none. */
  const fail = (what: Pick<ModuleReport, 'module' | 'version' | 'phase' | 'step'>, problem: LoadProblem, code: string | null): RemoteState => {
    report({ ...what, outcome: 'failed', reason: problem, ...(code !== null && { trace: code }) })
    return set(what.module, { kind: 'failed', problem, code })
  }

  async function loadModule(name: string, use: Use): Promise<RemoteState> {
    const module = modules[name]
    if (!module) return set(name, { kind: 'failed', problem: 'not-in-release', code: null })
    set(name, { kind: 'loading' })
    try {
      const loaded = await within(loadTimeouts.total, loadWithFallback(module))
      report({ module: name, version: loaded.version, phase: 'load', outcome: loaded.version === module.version ? 'ok' : 'last-good' })
      return set(name, { kind: 'ready', ...loaded })
    } catch (error) {
      const what = { module: name, version: module.version, phase: 'load' } as const
      return use.kind === 'shown' ? fail({ ...what, ...on(use.step) }, whyOf(error), newCode()) : fail(what, whyOf(error), null)
    }
  }

  /** Keeps the way to the last good version open after the released one was taken away. */
  async function loadLastGood(name: string, lastGood: PageModule, step: ScreenName | undefined): Promise<void> {
    set(name, { kind: 'loading' })
    try {
      const loaded = await within(loadTimeouts.total, attempt(lastGood))
      report({ module: name, version: loaded.version, phase: 'render', outcome: 'last-good' })
      set(name, { kind: 'ready', ...loaded })
    } catch (error) {
      fail({ module: name, version: lastGood.version, phase: 'load', ...on(step) }, whyOf(error), newCode())
    }
  }

  const request = (name: string, use: Use): Promise<RemoteState> => {
    const state = stateOf(name)
    if (state.kind === 'ready') return Promise.resolve(state)
    const joined = running.get(name) ?? loadModule(name, use).finally(() => running.delete(name))
    running.set(name, joined)
    return joined
  }

  return {
    stateOf,
    load: (name, step) => request(name, { kind: 'shown', step }),
    prepare: async (name) => {
      if (modules[name] && (await request(name, { kind: 'ahead' })).kind === 'failed') set(name, idle)
    },
    fetchAhead: async (name) => {
      await Promise.allSettled((modules[name]?.ahead ?? []).map((address) => fetchFile(address)))
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    markFailed: (name, version, step, problem = 'broken-view') => {
      const what = { module: name, version, phase: 'render', ...on(step) } as const
      const lastGood = modules[name]?.lastGood
      if (!lastGood || lastGood.version === version) {
        fail(what, problem, newCode())
        return
      }
      report({ ...what, outcome: 'failed', reason: problem })
      void loadLastGood(name, lastGood, step)
    },
  }
}

/** What a module is loaded for: a screen that the renter waits for, or nobody yet. */
type Use = { readonly kind: 'shown'; readonly step: ScreenName | undefined } | { readonly kind: 'ahead' }

const on = (step: ScreenName | undefined): { readonly step?: ScreenName } => (step === undefined ? {} : { step })

const idle: RemoteState = { kind: 'idle' }
