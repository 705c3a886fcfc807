import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { Rule } from '../agreements/agreement.ts'
import type { SignatureParts } from '../agreements/store.ts'

const Scenario = z.union([Rule, z.object({ clear: z.literal(true) })])

/** Controls for tests and demos. */
export function adminRoutes(app: FastifyInstance, { agreements, sandbox: { store, jobs } }: SignatureParts): void {
  /** What happens to the next agreements: a scenario, of one signer where it is named, so many times; or nothing special again. */
  app.post('/admin/scenario', (request) => {
    const wanted = Scenario.parse(request.body)
    store.keep('rules', 'clear' in wanted ? [] : [...store.kept('rules') ?? [], wanted])
    return { done: true }
  })

  /** The provider's agreements with their merchant, for whoever compares them with the shops'. */
  app.get('/admin/agreements', () => agreements.all().map(({ id, merchant, externalId, status, scenario, signer, signature }) => ({ id, merchant: merchant ?? null, externalId, status, scenario, signer, way: signature?.kind ?? null })))

  /** Delivers what is due now. */
  app.post('/admin/flush', async () => {
    await jobs.flush()
    return { done: true }
  })
}
