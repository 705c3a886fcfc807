/** How the tenants' sites are reached from outside; with the tenant's own host name it makes every address that leaves in mail. */
export interface SiteScheme {
  readonly scheme: 'http' | 'https'
  /** Null for the scheme's own port. */
  readonly port: number | null
}

/** Origin of a tenant's site, from the tenant's record and never from a request (DEC-06). */
export const siteAddress = ({ scheme, port }: SiteScheme, host: string): string => `${scheme}://${host}${port === null ? '' : `:${port}`}`
