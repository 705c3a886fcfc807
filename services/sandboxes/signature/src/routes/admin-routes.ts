import { ServiceError } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Reports } from '../agreements/reports.ts'
import { Rule } from '../agreements/scenarios.ts'
import type { AgreementStore } from '../agreements/store.ts'

const Scenario = z.union([Rule, z.object({ clear: z.literal(true) })])
const Clock = z.object({ advanceMs: z.int().min(0).max(400 * 86_400_000) })

export interface AdminDependencies {
  readonly store: AgreementStore
  readonly reports: Reports
  readonly advance: (ms: number) => void
}

/** Levers for tests and demos, from this machine only and never from a web page. */
export function adminRoutes(app: FastifyInstance, { store, reports, advance }: AdminDependencies): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isLoopback = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
    if (!isLoopback || request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined) throw new ServiceError(403, 'Forbidden', 'Only programs of this machine')
    done()
  })

  /** What happens to the next agreements: a scenario, of one signer if it is told, so many times; or nothing special again. */
  app.post('/admin/scenario', (request) => {
    const wanted = Scenario.parse(request.body)
    store.keepRules('clear' in wanted ? [] : [...store.rules(), wanted])
    return { done: true }
  })

  /** The provider's agreements with their merchant, for whoever compares them with the shops'. */
  app.get('/admin/agreements', () => store.all().map(({ id, merchant, externalId, status, scenario, signer, signature }) => ({ id, merchant: merchant ?? null, externalId, status, scenario, signer, way: signature?.kind ?? null })))

  /** Moves the provider's clock on and does what became due. */
  app.post('/admin/clock', async (request) => {
    advance(Clock.parse(request.body).advanceMs)
    await reports.flush()
    return { done: true }
  })

  /** Delivers what is due now. */
  app.post('/admin/flush', async () => {
    await reports.flush()
    return { done: true }
  })
}
