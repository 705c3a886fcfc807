import type { FastifyReply } from 'fastify'
import * as z from 'zod'

/** What can be made to go wrong with the next calls. */
export const Fault = z.object({
  /** Which call: new order, capture, or any. */
  operation: z.enum(['create', 'capture', 'any']).default('any'),
  fault: z.enum([
    /** Before anything happened. */
    'busy', 'drop-before',
    /** Done, and nobody hears it (P9). */
    'silent-after', 'drop-after', 'error-after', 'garbage-after',
    /** The customer's account does not pay (P6). */
    'declined',
  ]),
  times: z.number().int().min(1).max(1_000_000).default(1),
})
export type Fault = z.infer<typeof Fault>

/** The faults that wait for their call. */
export function createFaults() {
  let waiting: readonly Fault[] = []
  return {
    add: (fault: Fault) => { waiting = [...waiting, fault] },
    clear: () => { waiting = [] },
    take: (operation: 'create' | 'capture'): Fault['fault'] | null => {
      const found = waiting.find((fault) => (fault.operation === 'any' || fault.operation === operation) && (fault.fault !== 'declined' || operation === 'capture'))
      if (!found) return null
      waiting = waiting.flatMap((fault) => (fault !== found ? [fault] : fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : []))
      return found.fault
    },
  }
}

/** Answers as a busy provider or a broken network would; null when the answer may leave. */
export function answerBadly(reply: FastifyReply, fault: Fault['fault'] | null, body: string): FastifyReply | null {
  switch (fault) {
    case 'busy': return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>')
    case 'error-after': return reply.code(500).send({ name: 'INTERNAL_SERVER_ERROR' })
    case 'garbage-after': return reply.type('application/json').send(body.slice(0, body.length / 2))
    case 'silent-after': return reply.hijack()
    case 'drop-before': case 'drop-after':
      reply.hijack()
      reply.raw.destroy()
      return reply
    case 'declined': case null: return null
  }
}
