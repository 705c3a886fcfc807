import type { FastifyRequest } from 'fastify'
import { tenantOfPreview } from '@checkin/server'
import type { Releases } from './snapshot.ts'

/** Whose site a host name is. */
export interface NamedSite {
  /** The tenant's own host name; the name that was asked for where no tenant has it. */
  readonly host: string
  /** Whether it is the tenant's origin for previews (DEC-299). */
  readonly isPreview: boolean
}

/** Whose site a host name is, and whether it is the one for previews. */
export function siteNamed(host: string, tenants: Releases['tenants'] | undefined): NamedSite {
  const shown = tenants?.has(host) ? null : tenantOfPreview(host)
  return shown !== null && tenants?.has(shown) ? { host: shown, isPreview: true } : { host, isPreview: false }
}

/** The port of a request's own address with its colon; empty for the scheme's own. */
export const portOf = (request: Pick<FastifyRequest, 'headers'>): string => {
  const port = /:(\d+)$/.exec(request.headers.host ?? '')?.[1]
  return port === undefined ? '' : `:${port}`
}
