import type { FastifyInstance } from 'fastify'
import { requestHost } from '@checkin/server'
import type { TenantPage } from './tenant-pages.ts'

/** Where the worker is; its folder is all that it may answer for (DEC-225). */
export const ticketWorkerPath = '/ticket/worker.js'

/** Makes the worker's address, and of nothing else (mfe-ticket). */
export const ticketWorkerPolicy = 'checkin-ticket-worker'

const ticketPath = /^\/ticket\/([\w-]{43})\/?$/

/** Whether the page at this address is a ticket that its device may keep: where the tenant's setting ticketOffline is on (DEC-225). */
export const isKeptTicket = (path: string, { config }: Pick<TenantPage, 'config'>): boolean => config.ticketOffline === true && ticketPath.test(path)

/**
 * The worker of tickets. What there is to store the page of a ticket stores, one cache per ticket; this only answers from it, so a worker of any release
 * goes with pages of any other. The page itself comes from the network, and from the store where that fails or takes too long; files, whose addresses
 * change with their contents, come from the store first. Calls of the API pass it by. In the browser's language, because it is sent as it stands.
 */
export const ticketWorker = `const slowMs = 3000
const tokenOf = (path) => ${ticketPath.toString()}.exec(path)?.[1] ?? null

async function storedPage(token) {
  const name = 'ticket ' + token
  if (!(await caches.has(name))) return null
  const cache = await caches.open(name)
  const { until } = (await (await cache.match('/ticket/' + token + '/saved'))?.json()) ?? { until: 0 }
  if (until > Date.now()) return (await cache.match('/ticket/' + token, { ignoreVary: true })) ?? null
  await caches.delete(name)
  return null
}

async function page(request, token) {
  const online = fetch(request)
  const slow = new Promise((done) => { setTimeout(() => done(null), slowMs) })
  const answer = await Promise.race([online.catch(() => null), slow])
  if (answer !== null && answer.status < 500) return answer
  return (await storedPage(token)) ?? online
}

const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

self.addEventListener('install', () => { self.skipWaiting() })
self.addEventListener('activate', (event) => { event.waitUntil(self.clients.claim()) })
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const token = request.mode === 'navigate' ? tokenOf(pathname) : null
  if (token !== null) event.respondWith(page(request, token))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})
`

/** Serves the worker, asked for anew each time the browser looks; a tenant that keeps no tickets has none. */
export function ticketWorkerRoute(app: FastifyInstance, tenantPage: (host: string) => Promise<TenantPage | undefined>): void {
  app.get(ticketWorkerPath, async (request, reply) => {
    const tenant = await tenantPage(requestHost(request))
    if (tenant?.config.ticketOffline !== true) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found')
    return reply.headers({
      'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'same-origin', 'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    }).send(ticketWorker)
  })
}
