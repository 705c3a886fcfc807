import { addReports, getSnapshot, openConsoleSession } from '@checkin/registry'
import { type CallersOf, isPersonToken } from '@checkin/server'
import { isSessionSecret } from '../access/console-sessions.ts'

const ofSites = new Set<string>([getSnapshot.path, addReports.path])

/**
 * Which calls are for services alone (ASVS 13.2.1): releases and reports are the sites', sessions and whom the console vouches for are the console's, so that a
 * session that was stolen opens nothing elsewhere. Pipelines and people with an access token of their own have no certificate, nor has who reads what is public.
 */
export const callersOf: CallersOf = ({ routeOptions: { url }, method, headers }) => {
  if (url === undefined) return null
  if (ofSites.has(url)) return ['site']
  const [, bearer = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const isOfConsole = isSessionSecret(bearer) || isPersonToken(bearer) || (url === openConsoleSession.path && method === openConsoleSession.method)
  return isOfConsole ? ['console'] : null
}
