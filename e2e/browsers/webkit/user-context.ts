import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { startDriver, type Driver } from './driver.ts'
import { Page, type Emit } from './page.ts'
import { decoded, startProxy, type Decision, type Network, type Seen } from './proxy.ts'
import { Turns } from './turns.ts'

/** Width and height in CSS pixels. */
export interface Size { readonly width: number; readonly height: number }

const bytes = (value: string): object => ({ type: 'string', value })
const written = (headers: IncomingHttpHeaders): object[] => Object.entries(headers).flatMap(([name, value]) => (Array.isArray(value) ? value : [value ?? '']).map((each) => ({ name, value: bytes(each) })))
const timings = { timeOrigin: 0, requestTime: 0, redirectStart: 0, redirectEnd: 0, fetchStart: 0, dnsStart: 0, dnsEnd: 0, connectStart: 0, connectEnd: 0, tlsStart: 0, requestStart: 0, responseStart: 0, responseEnd: 0 }
const requestOf = ({ id, url, method, headers }: Seen): object => ({
  request: id, url, method, headers: written(headers), cookies: [], headersSize: 0, bodySize: 0, timings, destination: headers['sec-fetch-dest'] === 'empty' ? '' : headers['sec-fetch-dest'] ?? '', initiatorType: headers['sec-fetch-dest'] === 'empty' ? 'fetch' : null,
})
const responseOf = ({ url }: Seen, status: number, headers: IncomingHttpHeaders, size = 0): object => ({
  url, protocol: 'http/1.1', status, statusText: '', fromCache: false, headers: written(headers), mimeType: headers['content-type'] ?? '', bytesReceived: size, headersSize: 0, bodySize: size, content: { size },
})

/** One renter's browser: cookies, language and network of its own. It starts with its first page. */
export class UserContext {
  readonly id: string
  readonly pages: Page[] = []
  readonly network: Network = { language: 'en-US', isOffline: false }
  zone = 'UTC'
  size: Size = { width: 1280, height: 720 }
  /** Interceptions that are asked for: the contexts they hold for, or all of this renter's. */
  readonly intercepts = new Map<string, readonly string[] | null>()
  private readonly decisions = new Map<string, (decision: Decision) => void>()
  private readonly bodies = new Map<string, Buffer>()
  private readonly turns = new Turns()
  private readonly emit: Emit
  private readonly binary: string
  private readonly screen: string
  private driver: Driver | undefined
  /** The page that was told to do something last. */
  private lastCommanded: Page | undefined
  /** Whose doing a request is. */
  private readonly askers = new WeakMap<Seen, Page>()

  constructor(id: string, browser: { readonly binary: string; readonly screen: string }, emit: Emit) {
    this.id = id
    this.binary = browser.binary
    this.screen = browser.screen
    this.emit = emit
  }

  /** A page is told to go somewhere, or gets a click or a key: what the renter's browser asks for from now on is taken for its doing. */
  command(page: Page): void {
    this.lastCommanded = page
  }

  /** Requests, those of frames too, cannot be told apart by page: they are those of the page that was told something last. */
  private asking(): Page | undefined {
    return this.lastCommanded && this.pages.includes(this.lastCommanded) ? this.lastCommanded : this.pages.at(-1)
  }

  private event(method: string, seen: Seen, more: object): void {
    const page = this.askers.get(seen)
    if (page) this.emit(method, { context: page.top.id, navigation: null, redirectCount: 0, isBlocked: false, timestamp: Date.now(), request: requestOf(seen), ...more })
  }

  private start(): Promise<string> {
    return startProxy(this.network, {
      requested: (seen) => {
        const page = this.asking()
        // The answer belongs where the request did, whichever page is told something in between.
        if (page) this.askers.set(seen, page)
        const holds = [...this.intercepts].filter(([, contexts]) => contexts === null || (page && contexts.includes(page.top.id))).map(([intercept]) => intercept)
        const decided = holds.length > 0 ? new Promise<Decision>((resolve) => { this.decisions.set(seen.id, resolve) }) : Promise.resolve<Decision>({ type: 'continue' })
        const navigation = seen.headers['sec-fetch-dest'] === 'document' ? page?.nextNavigation() ?? null : null
        this.event('network.beforeRequestSent', seen, { navigation, initiator: { type: 'other' }, ...(holds.length > 0 && { intercepts: holds, isBlocked: true }) })
        return decided
      },
      answered: (seen, status, headers) => { this.event('network.responseStarted', seen, { response: responseOf(seen, status, headers) }) },
      ended: (seen, status, headers, body) => {
        this.bodies.set(seen.id, decoded(body, headers))
        this.event('network.responseCompleted', seen, { response: responseOf(seen, status, headers, body.length) })
      },
      failed: (seen) => { this.event('network.fetchError', seen, { errorText: 'the connection was ended' }) },
    })
  }

  /** The bytes of an answer, without compression; undefined while it has not come. */
  body(request: string): Buffer | undefined {
    return this.bodies.get(request)
  }

  /** Says what becomes of a request that waits; answers whether it is one of this renter's. */
  decides(request: string, decision: Decision): boolean {
    const decide = this.decisions.get(request)
    this.decisions.delete(request)
    decide?.(decision)
    return decide !== undefined
  }

  async opens(): Promise<Page> {
    this.driver ??= await startDriver(this.binary, { screen: this.screen, zone: this.zone, proxy: await this.start() })
    const { driver } = this
    const { handle } = this.pages.length === 0 ? { handle: await driver.call('GET', '/window') } : await driver.call('POST', '/window/new', { type: 'window' }) as { handle: string }
    const page = new Page(driver, this.turns, String(handle), this.id, this.emit)
    this.pages.push(page)
    this.command(page)
    await this.resizes(page, this.size)
    await page.look()
    void page.watches()
    return page
  }

  /** Gives the page its size; the window has a bar above it. */
  async resizes(page: Page, { width, height }: Size): Promise<void> {
    const set = (high: number): Promise<unknown> => page.commands('POST', '/window/rect', { x: 0, y: 0, width, height: high })
    await set(height)
    const inner = await page.commands('POST', '/execute/sync', { script: 'return innerHeight', args: [] }) as number
    if (inner < height) await set(height + height - inner)
  }

  async closes(page: Page): Promise<void> {
    page.closed()
    this.pages.splice(this.pages.indexOf(page), 1)
    // The last window would take the session with it, whose cookies the next page may need.
    if (this.pages.length > 0) await page.commands('DELETE', '/window').catch(() => undefined)
  }

  async ends(): Promise<void> {
    for (const page of this.pages) page.closed()
    await this.driver?.end()
  }

  /** Cookies as WebDriver BiDi writes them. */
  async cookies(): Promise<readonly object[]> {
    const all = await this.pages[0]?.commands('GET', '/cookie') as { value: string; sameSite?: string }[] | undefined
    return (all ?? []).map((cookie) => ({ ...cookie, value: bytes(cookie.value), sameSite: (cookie.sameSite ?? 'none').toLowerCase() }))
  }

  async forgetsCookies(): Promise<void> {
    await this.pages[0]?.commands('DELETE', '/cookie')
  }
}

/** Headers as WebDriver BiDi writes them, for a server. */
export const plainHeaders = (headers: unknown): OutgoingHttpHeaders =>
  Object.fromEntries((headers as { name: string; value: { value: string } }[] | undefined ?? []).map(({ name, value }) => [name, value.value]))
