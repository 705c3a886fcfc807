import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Tables } from '../../tables.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import type { PaymentEngine } from './payment-engine.ts'
import type { RawCallback } from './providers/provider.ts'

export interface CallbackRoutesOptions {
  readonly database: Database<Tables>
  readonly engine: PaymentEngine
  /** An order may be due now. */
  readonly nudge: () => void
}

interface CallbackParams { readonly provider: string; readonly tenantId: string }

/** A callback as it arrived: its signature is made over the very bytes. */
export const rawCallback = ({ method, url, headers, body }: FastifyRequest): RawCallback => ({
  method, path: url, body: typeof body === 'string' ? body : '',
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])),
})

/**
 * Where payment providers call (seam with them: `POST /provider/v1/{gateway}/callback/{tenant}`), on the service's own port. Who calls is
 * proven by the signature alone; nobody learns here which tenants there are, and a taken event is answered in the provider's own words.
 */
export function callbackRoutes(app: FastifyInstance, { database, engine, nudge }: CallbackRoutesOptions): void {
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => { parsed(null, body) })
    scope.post<{ Params: CallbackParams }>('/provider/v1/:provider/callback/:tenantId', async (request, reply) => {
      const { provider, tenantId } = request.params
      const tenant = await tenantById(database.kysely, tenantId)
      const result = tenant ? await engine.receive(provider, tenant.id, rawCallback(request)) : ({ kind: 'refused' } as const)
      if (result.kind === 'unknown-gateway') throw new ServiceError(404, 'NotFound', 'There is no such gateway')
      if (result.kind === 'refused') throw new ServiceError(401, 'Unauthorized', 'The signature does not hold')
      if (result.hasNews) nudge()
      return reply.type('text/plain; charset=utf-8').send(result.acknowledgement)
    })
    done()
  })
}
