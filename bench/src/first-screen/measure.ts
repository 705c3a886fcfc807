import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { uniqueNameOf } from '@checkin/tooling/rspack-preset'
import { percentile } from '../report.ts'
import { newPhone } from '../slow-phone.ts'
import { firstVersion } from './peers/peer.ts'
import { modules } from './variants.ts'

/** One cold load of the first screen. Times in milliseconds from the start of the navigation, sizes in bytes on the wire. */
export interface Load {
  /** The largest text or picture was painted. */
  readonly lcp: number
  /** The page's code runs: what is pressed has an effect. */
  readonly usable: number
  /** The first field could be typed into. */
  readonly typable: number
  /** What long tasks blocked beyond 50 ms each, until the screen was usable. */
  readonly blocked: number
  readonly layoutShift: number
  /** Until the screen was usable. */
  readonly requests: number
  readonly bytes: number
  readonly scriptBytes: number
  /** Length of the longest chain of requests of which each had to wait for the one before: the HTML is the first. */
  readonly roundTrips: number
  /** Milliseconds of the longest task that ended before the screen was usable. */
  readonly longest: number
  /** Bytes of JavaScript's heap that are in use once the page is idle and garbage was collected. */
  readonly heap: number
}

export interface Conditions {
  readonly name: string
  /** Round trip in milliseconds. */
  readonly latency: number
  /** Bits per second. */
  readonly down: number
  /** How many times slower the processor is than it is. */
  readonly cpu: number
}

interface Asked {
  readonly url: string
  readonly at: number
  readonly depth: number
  script: boolean
  bytes: number
  done: number
}

/** es-module-shims fetches scripts as plain files. */
const isScript = (url: string): boolean => new URL(url).pathname.endsWith('.js')

/** Counts what a page asks for, and who made it ask. */
function watchNetwork(session: CDPSession): ReadonlyMap<string, Asked> {
  const asked = new Map<string, Asked>()
  session.on('Network.requestWillBeSent', ({ requestId, request, initiator, timestamp, type }) => {
    if (!request.url.startsWith('https:') || request.method !== 'GET') return
    const cause = initiator.url ?? initiator.stack?.callFrames.find(({ url }) => url.startsWith('https:'))?.url
    const before = [...asked.values()].find(({ url }) => url === cause)
    asked.set(requestId, { url: request.url, at: timestamp, depth: type === 'Document' ? 1 : (before?.depth ?? 1) + 1, script: type === 'Script' || isScript(request.url), bytes: 0, done: Infinity })
  })
  session.on('Network.responseReceived', ({ requestId, type }) => {
    const entry = asked.get(requestId)
    if (entry && type === 'Script') entry.script = true
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const entry = asked.get(requestId)
    if (entry) Object.assign(entry, { bytes: encodedDataLength, done: timestamp })
  })
  return asked
}

const observe = (): void => {
  const seen = { lcp: 0, shift: 0, typable: 0, long: [] as [number, number][] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.long.push([entry.startTime, entry.duration]) }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = (): void => {
    if (document.querySelector('input[name="reference"]')) seen.typable = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

interface Seen {
  readonly lcp: number
  readonly shift: number
  readonly typable: number
  readonly long: readonly (readonly [number, number])[]
}

/** Global name of the container of the first screen's module, in its first version. */
const firstContainer = uniqueNameOf(modules[0], firstVersion)

/** Loads an address once, as a phone that was never there, and says what it took. */
export async function measureLoad(browser: Browser, address: string, conditions: Conditions): Promise<Load> {
  const phone = await newPhone(browser)
  const load = await loadOn(phone, address, conditions)
  await phone.close()
  return load
}

/** Loads an address on a phone that was there before something was published anew, and says what it took to have that. */
export async function measureReturn(browser: Browser, address: string, conditions: Conditions, publish: () => void): Promise<Load> {
  const phone = await newPhone(browser)
  await loadOn(phone, address, conditions)
  publish()
  const load = await loadOn(phone, address, conditions)
  await phone.close()
  return load
}

/** What the modules of a whole check-in take, those after the first screen's one after the other. */
export interface Modules {
  /** On the wire from the first request on, the first screen with it. */
  readonly bytes: number
  readonly requests: number
  /** Milliseconds for the modules after the first screen's. */
  readonly loading: number
}

/** Keeps what the first container is given to share, so that others can be loaded as the product's loader does: by the two functions of a container. */
const keepScope = (first: string): void => {
  let container: Container | undefined
  Object.defineProperty(window, first, {
    get: () => container,
    set: (made: Container) => {
      container = { get: made.get, init: (scope) => { Object.assign(window, { shareScope: scope }); return made.init(scope) } }
    },
  })
}

interface Container {
  readonly init: (scope: unknown) => unknown
  readonly get: (exposed: string) => Promise<() => object>
}

/** Has a page load every module of a check-in, as a renter meets them. What a step loads only when it is shown is not in it. */
export async function measureModules(browser: Browser, address: string, conditions: Conditions, names: readonly string[]): Promise<Modules> {
  const phone = await newPhone(browser)
  await phone.addInitScript(keepScope, firstContainer)
  const { page, asked } = await opened(phone, address, conditions)
  await page.waitForLoadState('networkidle')
  const loading = await page.evaluate(async (modules) => {
    const { loadModule, shareScope } = globalThis as unknown as { readonly loadModule?: (name: string) => Promise<{ readonly kind: string }>; readonly shareScope?: unknown }
    const began = performance.now()
    for (const name of modules) {
      if (loadModule) {
        const { kind } = await loadModule(name)
        if (kind !== 'ready') throw new Error(`${name} is ${kind}`)
      } else {
        const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as { readonly modules: Record<string, { readonly uniqueName: string; readonly entry: string }> }
        const { uniqueName = '', entry = '' } = data.modules[name] ?? {}
        const script = document.createElement('script')
        script.src = entry
        await new Promise((done, fail) => {
          script.onload = done
          script.onerror = fail
          document.head.append(script)
        })
        const container = Reflect.get(globalThis, uniqueName) as Container
        container.init(shareScope)
        await container.get('./remote').then((factory) => factory())
      }
    }
    return performance.now() - began
  }, names)
  await page.waitForLoadState('networkidle')
  const requests = [...asked.values()].filter(({ done }) => done < Infinity)
  await phone.close()
  return { bytes: requests.reduce((total, { bytes }) => total + bytes, 0), requests: requests.length, loading }
}

interface Opened {
  readonly page: Page
  readonly session: CDPSession
  readonly asked: ReadonlyMap<string, Asked>
}

/** A page whose first screen is usable. */
async function opened(context: BrowserContext, address: string, { latency, down, cpu }: Conditions): Promise<Opened> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: down / 8, uploadThroughput: 750_000 / 8 })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  const asked = watchNetwork(session)
  await page.addInitScript(observe)
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('checkin-usable').length > 0, undefined, { timeout: 120_000 })
  return { page, session, asked }
}

async function loadOn(context: BrowserContext, address: string, conditions: Conditions): Promise<Load> {
  const { page, session, asked } = await opened(context, address, conditions)
  const usable = await page.evaluate(() => performance.getEntriesByName('checkin-usable')[0]?.startTime ?? Number.NaN)
  // Faces and lists come now; what they move is the screen's doing too.
  await page.waitForLoadState('networkidle')
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize: heap } = await session.send('Runtime.getHeapUsage')
  await page.close()
  const requests = [...asked.values()]
  const start = requests[0]?.at ?? 0
  const before = requests.filter(({ done }) => (done - start) * 1000 <= usable)
  const sum = (entries: readonly Asked[]): number => entries.reduce((total, { bytes }) => total + bytes, 0)
  return {
    lcp: seen.lcp, usable, typable: seen.typable, layoutShift: seen.shift,
    blocked: seen.long.filter(([at]) => at < usable).reduce((total, [, duration]) => total + Math.max(0, duration - 50), 0),
    longest: Math.max(0, ...seen.long.filter(([at]) => at < usable).map(([, duration]) => duration)),
    requests: before.length, bytes: sum(before), scriptBytes: sum(before.filter(({ script }) => script)),
    roundTrips: Math.max(0, ...before.map(({ depth }) => depth)), heap,
  }
}

/** The middle of several loads, figure by figure. */
export function medianOf(loads: readonly Load[]): Load {
  const middle = (key: keyof Load): number => percentile(loads.map((load) => load[key]), 0.5)
  return {
    lcp: middle('lcp'), usable: middle('usable'), typable: middle('typable'), blocked: middle('blocked'), layoutShift: middle('layoutShift'),
    requests: middle('requests'), bytes: middle('bytes'), scriptBytes: middle('scriptBytes'), roundTrips: middle('roundTrips'), heap: middle('heap'), longest: middle('longest'),
  }
}
