import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { minorOf } from '../../pricing/decimal.ts'
import { invalidRequest } from '../../server/invalid-request.ts'
import type { Tables } from '../../tables.ts'
import { adminGuard } from '../operators/admin-guard.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import { openBreaks } from './break-store.ts'
import type { PaymentEngine } from './payment-engine.ts'

const Settlement = z.strictObject({
  records: z.array(z.strictObject({
    merchantTransactionId: z.string().min(1).max(100), amount: z.number().min(0).max(10_000_000).multipleOf(0.01), currency: z.string().regex(/^[A-Z]{3}$/),
  })).max(10_000),
})

export interface SettlementRoutesOptions {
  readonly database: Database<Tables>
  readonly engine: PaymentEngine
  readonly adminToken: string
}

/**
 * `POST /internal/v1/tenants/{id}/settlements/{gateway}` compares a provider's settlement file with our books and answers the differences;
 * `GET /internal/v1/tenants/{id}/breaks` lists what nobody has mended yet. For operators, with the admin token.
 */
export function settlementRoutes(app: FastifyInstance, { database, engine, adminToken }: SettlementRoutesOptions): void {
  const actorOf = adminGuard(adminToken)
  const known = async (id: string): Promise<string> => {
    const tenant = await tenantById(database.kysely, id)
    if (!tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant')
    return tenant.id
  }
  // Before the body is read: who may not make the call must not make us read it.
  app.post<{ Params: { id: string; gateway: string } }>('/internal/v1/tenants/:id/settlements/:gateway', { bodyLimit: 4 * 1024 * 1024, onRequest: (request, _reply, done) => { actorOf(request); done() } }, async (request) => {
    actorOf(request)
    const body = Settlement.safeParse(request.body)
    if (!body.success) throw invalidRequest(body.error)
    const tenantId = await known(request.params.id)
    const records = body.data.records.map(({ amount, ...record }) => ({ ...record, amountMinor: minorOf(amount) }))
    return { differences: await engine.compareSettlement({ tenantId, provider: request.params.gateway, records }) }
  })
  app.get<{ Params: { id: string } }>('/internal/v1/tenants/:id/breaks', async (request) => {
    actorOf(request)
    const tenantId = await known(request.params.id)
    const breaks = await database.withTenant(tenantId, (transaction) => openBreaks(transaction, tenantId))
    return {
      breaks: breaks.map((row) => ({
        kind: row.kind, provider: row.provider, merchantTransactionId: row.merchant_transaction_id, expected: row.expected, reported: row.reported, foundAt: row.found_at.toISOString(),
      })),
    }
  })
}
