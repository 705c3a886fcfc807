import { requestHost, ServiceError } from '@checkin/server'
import type { FastifyRequest } from 'fastify'
import type { TenantDirectory } from '../tenants/tenant-directory.ts'
import type { Tenant } from '../tenants/tenant-store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose site was called; set for every call below /api. */
    tenant: Tenant
  }
}

/** Names the tenant of a call by the host that was called, and by nothing else (DEC-06). */
export const resolveTenant = (directory: TenantDirectory) => async (request: FastifyRequest): Promise<void> => {
  const tenant = await directory.byHost(requestHost(request))
  if (!tenant) throw new ServiceError(421, 'UnknownTenant', 'No site is known by this host name')
  const { identifier } = request.headers
  if (identifier !== undefined && nameOf(String(identifier)) !== tenant.host) {
    throw new ServiceError(400, 'IdentifierMismatch', 'The identifier is not the host that was called')
  }
  request.tenant = tenant
}

/** The name of `location.host`, without its port. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d{1,5}$/, '')
