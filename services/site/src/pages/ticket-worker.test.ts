import { runInNewContext } from 'node:vm'
import { aConfig } from '@checkin/api/testing'
import { internalFetch, type Service } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anApi, tenant as host, wholeSite, type WholeSite } from '../../test/whole-site.fixture.ts'
import { isKeptTicket, ticketWorker } from './ticket-worker.ts'

const origin = 'https://costaverde.example'
const [mine, other] = ['a'.repeat(43), 'b'.repeat(43)]
type Answer = Response | Error | 'never'

/** The worker as it is sent, with a network that answers so and what pages have stored. */
function aWorker(network: Readonly<Record<string, Answer>>, stored: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) {
  const caches = new Map(Object.entries(stored).map(([name, entries]) => [name, new Map(Object.entries(entries))]))
  const listeners = new Map<string, (event: unknown) => void>()
  const match = (cache: ReadonlyMap<string, string> | undefined, at: string | { readonly url: string }) => {
    const text = cache?.get(typeof at === 'string' ? at : new URL(at.url).pathname)
    return text === undefined ? undefined : new Response(text)
  }
  const asked: string[] = []
  runInNewContext(ticketWorker, {
    URL, Date, Promise,
    // What counts as slow has passed at once.
    setTimeout: (done: () => void) => { setImmediate(done) },
    self: { location: { origin }, addEventListener: (name: string, listener: (event: unknown) => void) => { listeners.set(name, listener) }, skipWaiting: () => undefined, clients: { claim: () => undefined } },
    fetch: ({ url }: { readonly url: string }) => {
      asked.push(new URL(url).pathname)
      const answer = network[new URL(url).pathname] ?? new Error('no network')
      return answer === 'never' ? new Promise(() => undefined) : answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    caches: {
      has: (name: string) => Promise.resolve(caches.has(name)),
      delete: (name: string) => Promise.resolve(caches.delete(name)),
      open: (name: string) => Promise.resolve({ match: (at: string) => Promise.resolve(match(caches.get(name), at)) }),
      match: (at: { readonly url: string }) => Promise.resolve([...caches.values()].map((cache) => match(cache, at)).find(Boolean)),
    },
  })
  /** Text of the answer; null where the worker lets the browser ask by itself, `failed` for no answer. */
  const ask = async (path: string, { mode = 'navigate', method = 'GET', from = origin } = {}): Promise<string | null> => {
    let given: Promise<Response> | null = null
    listeners.get('fetch')?.({ request: { url: `${from}${path}`, method, mode }, respondWith: (answer: Promise<Response>) => { given = answer } })
    const answer = given as Promise<Response> | null
    return answer && answer.then((response) => response.text(), () => 'failed')
  }
  return { ask, asked, caches }
}

const page = `/ticket/${mine}`
const kept = (token: string, until = Date.now() + 60_000) => ({ [`ticket ${token}`]: { [`/ticket/${token}`]: `stored ${token}`, [`/ticket/${token}/saved`]: JSON.stringify({ until }), '/assets/shell/1.0.0/a.js': 'script' } })

describe('the worker of tickets (DEC-225)', () => {
  it('gives the page that the network has, whatever is stored: a version switch comes at once (DEC-225)', async () => {
    for (const status of [200, 302, 404, 421]) expect(await aWorker({ [page]: new Response('of the network', { status }) }, kept(mine)).ask(page)).toBe('of the network')
  })

  it.each([['there is no network', new Error('offline')], ['it takes too long', 'never'], ['the server fails', new Response('down', { status: 503 })]] as const)('gives the stored page where %s (DEC-225)', async (_, answer) => {
    expect(await aWorker({ [page]: answer }, kept(mine)).ask(page)).toBe(`stored ${mine}`)
  })

  it('without a stored page gives what the network says, a failure as well (DEC-225)', async () => {
    expect(await aWorker({}).ask(page)).toBe('failed')
    expect(await aWorker({ [page]: new Response('down', { status: 503 }) }).ask(page)).toBe('down')
  })

  it('gives no ticket for another one (DEC-225)', async () => {
    expect(await aWorker({}, kept(other)).ask(page)).toBe('failed')
  })

  it('forgets a ticket whose time is over (DEC-225)', async () => {
    const { ask, caches } = aWorker({}, kept(mine, Date.now() - 1))
    expect([await ask(page), caches.size]).toEqual(['failed', 0])
  })

  it('has files from the store, and those that are not there from the network (DEC-225)', async () => {
    const { ask, asked } = aWorker({ '/assets/shell/2.0.0/b.js': new Response('new script') }, kept(mine))
    expect([await ask('/assets/shell/1.0.0/a.js', { mode: 'cors' }), await ask('/assets/shell/2.0.0/b.js', { mode: 'cors' }), asked]).toEqual(['script', 'new script', ['/assets/shell/2.0.0/b.js']])
  })

  it('lets calls of the API, other pages, writes and other origins pass (DEC-225)', async () => {
    const { ask } = aWorker({}, kept(mine))
    expect([
      await ask(`/api/ticket/${mine}`, { mode: 'cors' }), await ask('/reservation'), await ask(`/ticket/${mine}/calendar`), await ask(page, { method: 'POST' }),
      await ask('/assets/a.js', { mode: 'cors', from: 'https://elsewhere.example' }),
    ]).toEqual([null, null, null, null, null])
  })
})

describe('the site of a company that lets devices keep tickets (DEC-225)', () => {
  let api: Service
  let site: WholeSite
  beforeAll(async () => {
    api = anApi({}, { ticketOffline: true })
    site = await wholeSite({ apiPort: await api.listen({ port: 0 }) })
  })
  afterAll(async () => {
    await site.stop()
    await api.stop()
  })
  const get = (path: string) => internalFetch(`http://127.0.0.1:${site.port}${path}`, { headers: { host } })

  it('serves the worker for its folder alone, asked for anew each time and bound to this site (DEC-225)', async () => {
    const answer = await get('/ticket/worker.js')
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control'], answer.headers['service-worker-allowed']]).toEqual([200, 'text/javascript; charset=utf-8', 'no-cache', undefined])
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  })

  it('has a manifest by which this very ticket opens from a home screen (DEC-225)', async () => {
    const answer = await get(`${page}/manifest.webmanifest?lang=en`)
    expect(JSON.parse(answer.text())).toMatchObject({ id: page, start_url: page, scope: '/ticket/', display: 'standalone', lang: 'en' })
    expect([answer.headers['cache-control'], answer.headers['referrer-policy']]).toEqual(['private, no-cache', 'no-referrer'])
    expect((await get('/ticket/short/manifest.webmanifest')).status).toBe(404)
  })

  it('is nothing of a company that does not (DEC-225)', () => {
    expect([true, false, undefined].map((each) => isKeptTicket(page, { config: aConfig(each === undefined ? {} : { ticketOffline: each }) }))).toEqual([true, false, false])
    expect(isKeptTicket('/ticket/short', { config: aConfig({ ticketOffline: true }) })).toBe(false)
  })
})
