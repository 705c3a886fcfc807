import { kindOf, type Endpoint } from './endpoint.ts'

type Values = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '')

/** Path and query of a call with its parameters in place; fields of the query that are undefined or null are left out. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: { readonly params?: Values; readonly query?: Values } = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(textOf(params[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, textOf(value)]]))
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs).toString()}` : path
}

/** The parts of a call as a client has them. */
export interface Parts {
  readonly params?: Values
  readonly query?: Values
  readonly body?: unknown
}

/** A call as it leaves a client: one that has a body form takes it, so that no parameter of it stands in an address (ASVS 14.2.1); any other stays as it is. */
export function asSent<E extends Endpoint>(endpoint: E, parts: Parts): { readonly endpoint: E; readonly parts: Parts } {
  if (endpoint.inBody === undefined) return { endpoint, parts }
  const given = Object.entries({ ...parts.params, ...parts.query }).filter(([, value]) => value !== undefined && value !== null)
  return { endpoint: { ...endpoint, method: 'POST', kind: kindOf(endpoint), path: endpoint.inBody }, parts: { body: { ...Object.fromEntries(given), ...(parts.body as object | undefined) } } }
}
