import { requestHost, ServiceError, tenantOfPreview } from '@checkin/server'
import type { FastifyRequest } from 'fastify'
import type { TenantDirectory } from '../tenants/tenant-directory.ts'
import type { Tenant } from '../tenants/tenant-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose site was called; set for every call below /api. */
    tenant: Tenant
    /** Whether the tenant's origin for previews was called (DEC-299); set with the tenant. */
    isPreview: boolean
  }
}

/** Whose site a host name is, and whether it is the one for previews; null for an unknown name. */
export async function siteAt(directory: TenantDirectory, host: string): Promise<{ readonly tenant: Tenant; readonly isPreview: boolean } | null> {
  const own = await directory.byHost(host)
  if (own) return { tenant: own, isPreview: false }
  const shown = tenantOfPreview(host)
  const tenant = shown === null ? null : await directory.byHost(shown)
  return tenant && { tenant, isPreview: true }
}

/** Names the tenant of a call by the host that was called, and by nothing else (DEC-06). */
export const resolveTenant = (directory: TenantDirectory) => async (request: FastifyRequest): Promise<void> => {
  const host = requestHost(request)
  const site = await siteAt(directory, host)
  if (!site) throw new ServiceError(421, 'UnknownTenant', 'No site is known by this host name')
  const { identifier } = request.headers
  if (identifier !== undefined && nameOf(String(identifier)) !== host) {
    throw new ServiceError(400, 'IdentifierMismatch', 'The identifier is not the host that was called')
  }
  request.tenant = site.tenant
  request.isPreview = site.isPreview
}

/** The name of `location.host`, without its port. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d{1,5}$/, '')
