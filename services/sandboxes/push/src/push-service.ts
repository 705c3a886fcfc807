import { randomUUID } from 'node:crypto'
import type { StreamListener } from '@checkin/sandbox-kit'
import type { Fault } from './faults.ts'

/** A push that arrived. */
export interface Push {
  readonly id: string
  /** The push token. */
  readonly to: string
  readonly topic: string
  readonly body: string
  /** ISO 8601 in UTC. */
  readonly date: string
  readonly fault: Fault | null
}

const refusals: Partial<Record<Fault, readonly [status: number, reason: string]>> = {
  gone: [410, 'Unregistered'], refused: [400, 'BadDeviceToken'], error: [500, 'InternalServerError'], busy: [503, 'ServiceUnavailable'],
}

export interface PushServiceOptions {
  readonly faultFor: (to: string) => Fault | null
  /** Hears of each push, also of one that is refused. */
  readonly arrived: (push: Push) => void
}

/** The push service as Apple's: `POST /3/device/{push token}` over HTTP/2 with the kind of pass as its topic. */
export const pushService = ({ faultFor, arrived }: PushServiceOptions): StreamListener => (stream, headers) => {
  let body = ''
  stream.setEncoding('utf8')
  stream.on('error', () => undefined)
  stream.on('data', (part: string) => { body += part })
  stream.on('end', () => {
    const answer = (status: number, reason?: string): void => {
      stream.respond({ ':status': status, 'apns-id': randomUUID(), 'content-type': 'application/json' })
      stream.end(reason === undefined ? '' : JSON.stringify({ reason }))
    }
    const [, to] = /^\/3\/device\/([0-9a-f]+)$/i.exec(headers[':path'] ?? '') ?? []
    const topic = headers['apns-topic']
    if (headers[':method'] !== 'POST' || to === undefined) return answer(404, 'BadPath')
    if (typeof topic !== 'string') return answer(400, 'MissingTopic')
    const fault = faultFor(to)
    arrived({ id: randomUUID(), to, topic, body, date: new Date().toISOString(), fault })
    if (fault === 'drop') stream.session?.destroy()
    if (fault === 'drop' || fault === 'silent') return
    const [status, reason] = fault === null ? [200] : refusals[fault] ?? [500]
    answer(status, reason)
  })
}
