import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { lookEveryMs, type RequestLimits } from './request-limits.ts'

/** How far a body is, and how much longer it may be silent. */
export interface BodyCredit {
  readonly leftMs: number
  readonly bytes: number
}

/** Every body begins with the same patience. */
export const freshCredit = ({ bodyMs }: Pick<RequestLimits, 'bodyMs'>, bytes: number): BodyCredit => ({ leftMs: bodyMs, bytes })

/**
 * What is left after some time: bytes earn time at the least rate, time passes, and no more is saved than the longest silence.
 * So a body of any size passes a slow line, and one that trickles has only what every body has.
 */
export function creditAfter(
  { leftMs, bytes }: BodyCredit, now: { readonly bytes: number; readonly passedMs: number },
  { bodyMs, bodyBytesPerSecond, bodyStallMs }: Pick<RequestLimits, 'bodyMs' | 'bodyBytesPerSecond' | 'bodyStallMs'>,
): BodyCredit {
  const earnedMs = ((now.bytes - bytes) / bodyBytesPerSecond) * 1000
  return { leftMs: Math.min(leftMs + earnedMs, Math.max(bodyMs, bodyStallMs)) - now.passedMs, bytes: now.bytes }
}

/** What is thrown away of a body whose request was answered before it came: as much as the largest call may send. */
const mostDiscarded = 65 * 1024 * 1024

interface Watched {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  credit: BodyCredit
  /** Bytes of the connection when its request was answered; null until then. */
  answeredAt: number | null
}

/** True when a request says that a body follows. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Watches every body that a server receives, also one that no handler reads, and gives those up that are too slow (`tooSlow`) or that go on
 * without end after their answer. The time that this process itself was busy for, or left bytes unread, is nobody's fault and does not count.
 */
export function watchBodies(server: Server, limits: RequestLimits, tooSlow: (request: IncomingMessage, response: ServerResponse) => void): void {
  const watched = new Set<Watched>()
  const everyMs = lookEveryMs(limits)
  let lookedAt = performance.now()
  const look = (): void => {
    const now = performance.now()
    const passedMs = Math.min(now - lookedAt, 2 * everyMs)
    lookedAt = now
    for (const each of watched) {
      if (each.request.complete || each.request.destroyed) watched.delete(each)
      else if (isGivenUp(each, passedMs)) {
        watched.delete(each)
        tooSlow(each.request, each.response)
      }
    }
  }
  const isGivenUp = (each: Watched, passedMs: number): boolean => {
    const { request, response } = each
    const bytes = request.socket.bytesRead
    each.credit = creditAfter(each.credit, { bytes, passedMs: request.readableLength > 0 ? 0 : passedMs }, limits)
    if (response.writableEnded) each.answeredAt ??= bytes
    return each.credit.leftMs <= 0 || (each.answeredAt !== null && bytes - each.answeredAt > mostDiscarded)
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) watched.add({ request, response, credit: freshCredit(limits, request.socket.bytesRead), answeredAt: null })
  })
  const timer = setInterval(look, everyMs)
  timer.unref()
  server.on('close', () => { clearInterval(timer) })
}
