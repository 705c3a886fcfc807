import { bodyLimitOf, kindOf, type Endpoint } from '@checkin/api'
import { everyCall } from '@checkin/api/every-call'
import { handOverEventsPath } from '@checkin/api/hand-over'
import { everyForm } from '@checkin/http/body-form'

/** What the site has to know of a call before it passes it on. */
export interface KnownCall {
  /** A read may be given up and asked again; what became of a write that nobody answered is not known (DEC-48). */
  readonly kind: 'read' | 'write'
  /** Bytes that its body may have (DEC-81). */
  readonly bodyLimit: number
}

const endpoints: readonly Endpoint[] = everyForm(Object.values(everyCall))
const patterns = endpoints.map((endpoint) => ({
  method: endpoint.method,
  path: new RegExp(`^/api${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`),
  call: { kind: kindOf(endpoint), bodyLimit: bodyLimitOf(endpoint) } satisfies KnownCall,
}))

/** The call of the contract that an address names; one that is unknown is taken for what its method says. */
export function callOf(method: string, address: string): KnownCall {
  const [path = ''] = address.split('?', 1)
  const known = patterns.find((pattern) => pattern.method === method && pattern.path.test(path))
  return known?.call ?? { kind: method === 'GET' || method === 'HEAD' ? 'read' : 'write', bodyLimit: bodyLimitOf({}) }
}

/** Whether the answer to a call goes on for minutes: events as they happen (API-48). */
export const isEventStream = (method: string, address: string): boolean => method === 'GET' && address.split('?', 1)[0] === `/api${handOverEventsPath}`

/**
 * Whether an address means the same to everybody who reads it (SEC-17): no dot segment, empty part, backslash or encoded slash, which a proxy on the way to the API may
 * fold into the path of an inner call.
 */
export function isStraight(address: string): boolean {
  const [path = ''] = address.split('?', 1)
  try {
    return path.split('/').slice(1).every((part) => part !== '' && !/^\.{1,2}(?:;|$)|^;|[/\\\0]/.test(decodeURIComponent(part)) && !/%2e|%2f|%5c|\\/i.test(part))
  } catch {
    return false
  }
}
