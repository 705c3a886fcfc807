import type { Browser, BrowserContext, BrowserContextOptions, Route } from '@playwright/test'
import type { ForeignServer } from './foreign-server.ts'

/** What attacks are made with. */
export interface World {
  readonly browser: Browser
  readonly foreign: ForeignServer
}

/** How a page of the product is changed on its way into the browser. */
export interface Change {
  /** Headers that the page comes without: the defence that is missing. */
  readonly without?: readonly string[]
  /** Headers that it comes with instead. */
  readonly extra?: Readonly<Record<string, string>>
  /** Markup that somebody got into the page. */
  readonly markup?: string
}

/** One of the two runs of a group of attacks. */
export interface Run {
  /** Its number: what it does is known by it at the foreign server. */
  readonly run: number
  /** Whether the defences are missing. */
  readonly isBare: boolean
  /** A browser's context of its own, ended with the run. */
  readonly context: (options?: BrowserContextOptions) => Promise<BrowserContext>
}

/** Runs a group of attacks; answers how to learn which of them have got what they wanted so far. */
export type Attempt = (run: Run) => Promise<() => Promise<Iterable<string>>>

/** Each attack of a group: whether it works where the defence is missing, and whether it came through where it is not. */
export interface Outcome {
  readonly what: string
  readonly worksBare: boolean
  readonly isThrough: boolean
}

/** Defences that stand in the headers of a page. */
export const pagePolicies = ['content-security-policy', 'cross-origin-opener-policy', 'permissions-policy', 'x-content-type-options', 'referrer-policy'] as const

let runs = 0
/** An attack that works shows it sooner; a busy machine takes its time. */
const longestMs = 20_000
const pause = (ms: number) => new Promise<void>((resolve) => { setTimeout(resolve, ms) })

/**
 * Makes a group of attacks twice: where the defences are missing, which proves that each works there, then where they stand. The second run gets
 * more than twice the time that the last of the first one took.
 */
export async function bothWays({ browser }: World, names: readonly string[], attempt: Attempt): Promise<readonly Outcome[]> {
  const found = async (isBare: boolean, waits: (got: () => Promise<ReadonlySet<string>>) => Promise<void>): Promise<ReadonlySet<string>> => {
    const contexts: BrowserContext[] = []
    const context = async (options: BrowserContextOptions = {}) => {
      const made = await browser.newContext(options)
      contexts.push(made)
      return made
    }
    runs += 1
    const look = await attempt({ run: runs, isBare, context })
    const got = async (): Promise<ReadonlySet<string>> => new Set(await look())
    await waits(got)
    const all = await got()
    // A page may still ask for something that nobody waits for any more.
    for (const each of contexts) {
      await each.unrouteAll({ behavior: 'ignoreErrors' })
      await each.close()
    }
    return all
  }
  let lastMs = 0
  const bare = await found(true, async (got) => {
    const begun = Date.now()
    let count = 0
    do {
      const size = (await got()).size
      if (size > count) lastMs = Date.now() - begun
      count = size
      await pause(50)
    } while (count < names.length && Date.now() - begun < longestMs)
  })
  const guarded = await found(false, () => pause(2 * lastMs + 400))
  return names.map((what) => ({ what, worksBare: bare.has(what), isThrough: guarded.has(what) }))
}

/** Changes what pages and answers of the product's origins bring with them; calls go to the product as they are. */
export async function changesAnswers(context: BrowserContext, origin: string, { without = [], extra = {}, markup = '' }: Change): Promise<void> {
  if (without.length === 0 && Object.keys(extra).length === 0 && markup === '') return
  const { host, port } = new URL(origin)
  await context.route((url) => url.host === host, async (route: Route) => {
    const request = route.request()
    if (!['document', 'fetch', 'xhr', 'script', 'other'].includes(request.resourceType())) return route.continue()
    const address = new URL(request.url())
    const cookie = (await context.cookies(address.href)).map(({ name, value }) => `${name}=${value}`).join('; ')
    // Names below localhost mean this machine to browsers, not everywhere to others.
    const answer = await route.fetch({ url: `http://127.0.0.1:${port}${address.pathname}${address.search}`, headers: { ...request.headers(), host, ...(cookie !== '' && { cookie }) }, maxRedirects: 0 })
    const headers = Object.fromEntries(Object.entries(answer.headers()).filter(([name]) => !without.includes(name) && name !== 'content-encoding' && name !== 'content-length'))
    const isPage = request.resourceType() === 'document' && markup !== ''
    return route.fulfill({ response: answer, headers: { ...headers, ...extra }, ...(isPage && { body: (await answer.text()).replace(/<body[^>]*>/, (body) => `${body}${markup}`) }) })
  })
}
