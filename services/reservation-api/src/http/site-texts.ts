import { serveWith, type ServeHooks } from '@checkin/http/serve'
import type { Config } from '@checkin/api'
import { internalContract, TenantTexts, type InternalAccess } from '@checkin/internal'
import { isFromSite, ServiceError, type Database } from '@checkin/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { requireDraft, settingsOf } from '../tenants/settings-drafts.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { refusals } from './refusals.ts'

export interface SiteTextsDependencies {
  readonly database: Database<Tables>
  readonly proxySecret: string
  readonly configOf: (tenant: Pick<Tenant, 'id' | 'settings'>) => Promise<Config>
  /** The tenant whose host was called; null for an unknown host. */
  readonly tenantOf: (request: FastifyRequest) => Promise<Tenant | null>
}

const notFound = (): ServiceError => new ServiceError(404, 'NotFound', 'There is nothing here')

/** What the site writes into pages beside the renter API's configuration: texts of companies' own, and what a draft would show (DEC-324, DEC-326). Only the site may ask. */
export function siteTextRoutes(app: FastifyInstance, { database, proxySecret, configOf, tenantOf }: SiteTextsDependencies): void {
  const hooks: ServeHooks<object, InternalAccess> = {
    ...refusals,
    authorise: (_endpoint, { headers }) => {
      if (!isFromSite(headers, proxySecret, 'settings')) throw notFound()
      return {}
    },
  }
  const serve = serveWith(app, hooks)
  serve(internalContract.listSiteTexts, async () => {
    // Asked every few seconds: nothing else of the settings is read.
    const rows = await database.kysely.selectFrom('tenant').select(['host', sql`settings -> 'texts'`.as('texts')]).where(sql<boolean>`settings -> 'texts' is not null`).orderBy('host').execute()
    return { rows: rows.flatMap(({ host, texts }) => {
      const read = TenantTexts.safeParse(texts)
      return read.success ? [{ host, texts: read.data }] : []
    }) }
  })
  serve(internalContract.getSiteDraft, async ({ params: { draftId }, request }) => {
    const tenant = await tenantOf(request)
    if (!tenant) throw notFound()
    const settings = settingsOf((await requireDraft(database.kysely, { tenantId: tenant.id, id: draftId })).settings)
    return { config: await configOf({ ...tenant, settings }), ...(settings.texts && { texts: settings.texts }) }
  })
}
