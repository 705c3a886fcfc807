import { internalContract, type InternalAccess } from '@checkin/internal'
import type { CallersOf } from '@checkin/server'

const accessOf = new Map<string, InternalAccess>(Object.values(internalContract).map(({ path, access }) => [path, access]))

/**
 * Which calls are for services alone (SEC-13, ASVS 13.2.1): renters come by the site, operators by the console or with an administrator's certificate. Companies'
 * systems and providers have none of ours; they prove themselves by their token and by the signature of what they send. What is of no kind is for the site.
 */
export const callersOf: CallersOf = ({ routeOptions: { url } }) => {
  if (url === undefined || url.startsWith('/fleet/v1/')) return null
  switch (accessOf.get(url)) {
    case 'provider': return null
    case 'operator': return ['console', 'administrator']
    default: return url.startsWith('/internal/') && !accessOf.has(url) ? ['administrator'] : ['site']
  }
}
