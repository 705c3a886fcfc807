import type { FastifyInstance } from 'fastify'
import type { Counter } from 'prom-client'
import * as z from 'zod'
import { requestHost } from '@checkin/server'

/** What a page reports about a module version; nothing personal, every value from a closed set or bounded. */
const Beacon = z.strictObject({
  module: z.string().regex(/^(shell|mfe-[a-z0-9-]{1,40})$/),
  version: z.string().regex(/^[\w.-]{1,40}$/),
  phase: z.enum(['load', 'init', 'render', 'step', 'unhandled']),
  outcome: z.enum(['ok', 'retried', 'last-good', 'failed']),
  reason: z.string().max(60).regex(/^[\w .:-]*$/).optional(),
})

/** `POST /beacon`: counted per module version and tenant. A report that can't be read is dropped: reporting never disturbs a renter. */
export function beaconRoute(app: FastifyInstance, counter: Counter<'tenant' | 'module' | 'version' | 'phase' | 'outcome'>, tenantOf: (host: string) => boolean): void {
  app.post('/beacon', { bodyLimit: 8 * 1024 }, async (request, reply) => {
    const text = typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
    const beacon = Beacon.safeParse(readJson(text))
    const tenant = requestHost(request)
    if (beacon.success && tenantOf(tenant)) {
      const { module, version, phase, outcome } = beacon.data
      counter.inc({ tenant, module, version, phase, outcome })
    }
    return reply.code(204).send()
  })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
