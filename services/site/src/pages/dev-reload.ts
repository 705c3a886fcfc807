import type { FastifyInstance } from 'fastify'
import { requestHost } from '@checkin/server'
import type { Releases } from '../releases/snapshot.ts'

/** Milliseconds between two looks at the revision. */
const everyMs = 250

const script = `const changes = new EventSource('/dev/changes')
let first = null
changes.onmessage = ({ data }) => {
  if (first !== null && data !== first) window.location.reload()
  first ??= data
}
`

/** For `npm run dev`: open pages hear of a new release of their tenant and reload. Files of our own, so that the page's policy stays as it is. */
export function devReloadRoutes(app: FastifyInstance, releases: () => Releases | null): void {
  app.get('/dev/reload.js', (_request, reply) => reply.headers({ 'cache-control': 'no-store', 'content-type': 'text/javascript; charset=utf-8' }).send(script))
  app.get('/dev/changes', (request, reply) => {
    const host = requestHost(request)
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    let sent = ''
    const send = (): void => {
      const revision = String(releases()?.tenants.get(host)?.revision ?? 0)
      if (revision !== sent) reply.raw.write(`data: ${revision}\n\n`)
      sent = revision
    }
    send()
    const timer = setInterval(send, everyMs)
    request.raw.on('close', () => { clearInterval(timer) })
  })
}

/** The page with the script that listens. */
export const withDevReload = (html: string): string => html.replace('</body>', '<script src="/dev/reload.js" defer></script>\n</body>')
