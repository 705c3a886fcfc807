import { PassThrough } from 'node:stream'
import { handOverEventsPath } from '@checkin/api/hand-over'
import { ConcurrencyLimiter, ServiceError } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import type { HandOvers } from '../drivers/hand-over/hand-over.ts'
import { requireSession } from '../identity/session.ts'

/** Milliseconds between two looks, and between two signs of life, which proxies want more often than every quarter of a minute. */
const times = { lookMs: 500, heartbeatMs: 10_000 } as const
/** Pages of one session that may listen at a time, and streams of this process. */
const most = { ofSession: 2, ofProcess: 500 } as const

/**
 * API-48: tells the page of a session by server-sent events that there is something to ask for. Looks into the database, because the phone may talk
 * to another process. Ends with the session, with the way of the phone, and with the service.
 */
export function handOverEvents(api: FastifyInstance, handOvers: Pick<HandOvers, 'version'>): void {
  const limiter = new ConcurrencyLimiter(most.ofSession)
  const open = new Set<PassThrough>()
  api.addHook('preClose', (done) => {
    for (const stream of open) stream.end()
    done()
  })
  api.get(handOverEventsPath, { logLevel: 'warn' }, async (request, reply) => {
    const session = requireSession(request, 'link')
    const release = open.size < most.ofProcess ? limiter.acquire(session.id) : null
    if (!release) throw new ServiceError(429, 'TooManyRequests', 'Too many pages listen already', { headers: { 'retry-after': '5' } })
    const stream = new PassThrough()
    open.add(stream)
    let sent: string | null = null
    let silentMs = 0
    const look = async (): Promise<void> => {
      const version = await handOvers.version(session)
      if (version === null) {
        stream.end('event: over\ndata:\n\n')
        return
      }
      silentMs = version === sent ? silentMs + times.lookMs : 0
      if (version !== sent) stream.write(`event: changed\ndata: ${version}\n\n`)
      else if (silentMs >= times.heartbeatMs) {
        silentMs = 0
        stream.write(': still here\n\n')
      }
      sent = version
    }
    let timer: NodeJS.Timeout | null = null
    const goOn = (): void => {
      // A database that is away ends the stream; the page asks by itself then.
      look().then(() => { if (!stream.writableEnded && !stream.destroyed) timer = setTimeout(goOn, times.lookMs) }, () => { stream.destroy() })
    }
    stream.once('close', () => {
      open.delete(stream)
      release()
      if (timer) clearTimeout(timer)
    })
    stream.write(': listening\n\n')
    goOn()
    // Nothing between may keep it back or change it.
    return reply.headers({ 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' }).send(stream)
  })
}
