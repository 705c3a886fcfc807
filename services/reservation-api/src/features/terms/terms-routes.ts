import { ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { invalidRequest } from '../../server/invalid-request.ts'
import type { Tables } from '../../tables.ts'
import { adminGuard } from '../operators/admin-guard.ts'
import { tenantById, type Tenant } from '../tenants/tenant-store.ts'
import { readContent, TermsContent } from './terms-content.ts'
import { allVersions, putVersion } from './terms-store.ts'

const TenantName = z.object({ id: z.string().regex(/^[a-z][a-z0-9-]{1,39}$/) })
const VersionName = TenantName.extend({ tag: z.string().regex(/^[a-z0-9-]{1,40}$/), language: z.string().regex(/^[a-z]{2}$/), validFrom: z.iso.date() })

function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw invalidRequest(parsed.error)
  return parsed.data
}

/**
 * `/internal/v1/tenants/{id}/terms`: the documents that a company has its renters agree to, by tag, language and day from which they are
 * valid (plain date in the tenant's time zone). Versions are added and never changed. For operators, with the admin token.
 */
export function termsRoutes(app: FastifyInstance, { database, adminToken }: { readonly database: Database<Tables>; readonly adminToken: string }): void {
  const actorOf = adminGuard(adminToken)
  const tenantOf = async (id: string): Promise<Tenant> => {
    const tenant = await tenantById(database.kysely, id)
    if (!tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant')
    return tenant
  }

  app.get('/internal/v1/tenants/:id/terms', async (request) => {
    actorOf(request)
    const { id } = await tenantOf(read(TenantName, request.params).id)
    return { versions: await database.withTenant(id, (transaction) => allVersions(transaction, id)) }
  })

  app.get('/internal/v1/tenants/:id/terms/:tag/:language/:validFrom', async (request) => {
    actorOf(request)
    const { tag, language, validFrom, id } = read(VersionName, request.params)
    const row = await database.withTenant(id, (transaction) => transaction.selectFrom('terms_document').selectAll()
      .where('tenant_id', '=', id).where('tag', '=', tag).where('language', '=', language).where('valid_from', '=', validFrom).executeTakeFirst())
    if (!row) throw new ServiceError(404, 'NotFound', 'There is no such version')
    return { tag, language, validFrom, hash: row.hash, actor: row.actor, createdAt: row.created_at.toISOString(), content: readContent(row) }
  })

  app.put('/internal/v1/tenants/:id/terms/:tag/:language/:validFrom', { bodyLimit: 4 * 1024 * 1024 }, async (request, reply) => {
    const actor = actorOf(request)
    const { id, ...version } = read(VersionName, request.params)
    const content = read(TermsContent, request.body)
    const tenant = await tenantOf(id)
    const put = await database.withTenant(id, (transaction) => putVersion(transaction, tenant, { ...version, content, actor }))
    if (put.kind === 'taken') throw new ServiceError(409, 'CannotUpdate', 'This version says something else already; put one that is valid from another day')
    if (put.kind === 'past') throw new ServiceError(400, 'InvalidRequest', 'Renters were shown another text on that day')
    return reply.code(put.kind === 'stored' ? 201 : 200).send({ ...version, hash: put.hash })
  })
}
