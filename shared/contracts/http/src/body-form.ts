import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { describeSchema, descriptionsOf, parameterDescriptionsOf, summaryOf } from './describe.ts'
import { kindOf, type Endpoint } from './endpoint.ts'

type Fields = Readonly<Record<string, unknown>>
type Shape = Readonly<Record<string, $ZodType>>

/** Fields of a part. What is checked of a part as a whole would be lost among those of the others, so that there may be none. */
function shapeOf(schema: Endpoint['body']): Shape {
  if (schema === undefined) return {}
  const { shape, checks = [] } = schema === 'text' ? {} : schema._zod.def as { readonly shape?: Shape; readonly checks?: readonly unknown[] }
  if (!shape || checks.length > 0) throw new Error('Only plain fields have a place in a body form')
  return shape
}

const forms = new WeakMap<Endpoint, Endpoint>()

function madeOf(endpoint: Endpoint, path: `/${string}`): Endpoint {
  const { name, params, query, inBody: _path, ...rest } = endpoint
  const summary = summaryOf(endpoint)
  const body = z.strictObject({ ...shapeOf(params), ...shapeOf(query), ...shapeOf(rest.body) })
  const own = typeof rest.body === 'object' ? descriptionsOf(rest.body) : {}
  describeSchema(body, () => ({ id: `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}InBody`, description: `What ${name} asks with.`, fields: { ...parameterDescriptionsOf(endpoint), ...own } }))
  return { ...rest, name, method: 'POST', path, kind: kindOf(endpoint), body, ...(summary !== undefined && { summary: `${summary}; parameters in the body` }) }
}

/**
 * The body form of a call as it is served and documented: the same name, access, kind and errors, and one closed body of its path's and query's parameters
 * and its own fields. Null for a call that has none.
 */
export function bodyFormOf<E extends Endpoint>(endpoint: E): E | null {
  if (endpoint.inBody === undefined) return null
  const form = forms.get(endpoint) ?? madeOf(endpoint, endpoint.inBody)
  forms.set(endpoint, form)
  return form as E
}

/** Every call in each of its forms, as a server answers them. */
export const everyForm = <E extends Endpoint>(endpoints: readonly E[]): readonly E[] => endpoints.flatMap((endpoint) => [endpoint, bodyFormOf(endpoint)].filter((form) => form !== null))

/** The parts of a call that came in its body form, as its handler knows them. */
export function partsOfBody({ params, query, body }: Endpoint, fields: Fields): Readonly<Partial<Record<'params' | 'query' | 'body', unknown>>> {
  const pick = (schema: Endpoint['body']): Fields => Object.fromEntries(Object.keys(shapeOf(schema)).flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))
  return { ...(params && { params: pick(params) }), ...(query && { query: pick(query) }), ...(body && { body: pick(body) }) }
}
