import type { Endpoint } from '../contract/endpoint.ts'

/** Where the API is, below the page's own origin (DEC-05). */
const base = '/api'

type Values = Readonly<Record<string, unknown>>

const asText = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '')

/** The address of a call with its parameters in place; fields of the query that are undefined or null are left out. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: { readonly params?: Values; readonly query?: Values } = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(asText(params[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, asText(value)]]))
  return `${base}${path}${pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : ''}`
}

const isBareMachine = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)

/**
 * Value of the `identifier` header: the page's host (SHELL-06). On a bare development host it is the tenant that the page
 * was made for (DEC-06). The server takes neither as proof of anything.
 */
export const identifierOf = (host: string, tenantOfPage: string | undefined): string => (isBareMachine(host) && tenantOfPage ? tenantOfPage : host)
