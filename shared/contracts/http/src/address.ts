import type { Endpoint } from './endpoint.ts'

type Values = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '')

/** Path and query of a call with its parameters in place; fields of the query that are undefined or null are left out. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: { readonly params?: Values; readonly query?: Values } = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(textOf(params[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, textOf(value)]]))
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs).toString()}` : path
}
