import { createHash, timingSafeEqual } from 'node:crypto'
import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { invalidRequest } from '../../server/invalid-request.ts'
import type { TenantDirectory } from './tenant-directory.ts'
import { TenantSettings } from './tenant-settings.ts'
import { putTenant } from './tenant-store.ts'
import type { TenantTables } from './tenant-tables.ts'

const TenantBody = z.strictObject({
  /** May repeat the id of the address. */
  id: z.string().optional(),
  host: z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/).max(253),
  settings: TenantSettings,
  fleetToken: z.string().min(12).max(200).nullable().default(null),
})

const TenantId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/)

export interface TenantRoutesOptions {
  readonly database: Database<TenantTables>
  readonly directory: TenantDirectory
  readonly adminToken: string
  /** Demo tokens may be short and known; others may not. */
  readonly demo: boolean
}

/** A token that is known from the demo or too short to be random. */
const isWeak = (token: string | null): boolean => token !== null && (token.length < 32 || token.startsWith('demo-'))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** `PUT /internal/v1/tenants/{id}`: creates or replaces a tenant. For operators, with the admin token. */
export function tenantRoutes(app: FastifyInstance, { database, directory, adminToken, demo }: TenantRoutesOptions): void {
  const expected = digest(`Bearer ${adminToken}`)
  app.put('/internal/v1/tenants/:id', { bodyLimit: 1024 * 1024 }, async (request) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) {
      throw new ServiceError(401, 'Unauthorized', 'The admin token is missing or wrong')
    }
    const id = TenantId.safeParse((request.params as { id: string }).id)
    const body = TenantBody.safeParse(request.body)
    if (!id.success) throw invalidRequest(id.error)
    if (!body.success) throw invalidRequest(body.error)
    const { id: repeated = id.data, ...tenant } = body.data
    if (repeated !== id.data) throw new ServiceError(400, 'InvalidRequest', 'The body repeats another id than the address')
    if (!demo && isWeak(tenant.fleetToken)) throw new ServiceError(400, 'InvalidRequest', 'The fleet token is too easy to guess')
    const done = await database.withTx((transaction) => putTenant(transaction, { id: id.data, ...tenant }))
    directory.forget()
    if (!done) throw new ServiceError(409, 'CannotUpdate', 'The host or the token belongs to another tenant')
    return { id: id.data, host: tenant.host }
  })
}
