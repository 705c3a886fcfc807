import type { Endpoint } from '../contract/endpoint.ts'
import { registerWords } from '../words/index.ts'
import { componentSchemas, type JsonSchema } from './component-schemas.ts'
import { operationOf } from './operation.ts'

export interface OpenApiSettings {
  /** Version of the contract, `restVersion`. */
  readonly version: string
  /** Where the calls are; `/api` of the site's own origin unless told (DEC-05). */
  readonly base?: string
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>
}

const header = (name: string, description: string): JsonSchema => ({ name, in: 'header', required: false, description, schema: { type: 'string', maxLength: 255 } })

const parameters = {
  identifier: header('identifier', 'Host of the page. It must not contradict the host that was called, and proves nothing (DEC-06).'),
  acceptLanguage: header('Accept-Language', 'Language of names, documents and mails: en, pt or fr.'),
  idempotencyKey: header('Idempotency-Key', 'Names one intention: a write with a known key is not done again (DEC-48).'),
}

/** First part of the path: what calls are grouped by. */
const familyOf = (path: string): string => path.split('/')[1] ?? ''

/** Parameters as OpenAPI writes them: `:guid` is `{guid}`. */
const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** The renter's API as an OpenAPI 3.1 document, made from the schemas that check every call. Writes the words into zod's registry. */
export function openApiDocument(contract: Readonly<Record<string, Endpoint>>, { version, base = '/api' }: OpenApiSettings): OpenApiDocument {
  registerWords()
  const endpoints = Object.values(contract)
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const endpoint of endpoints) {
    const template = templateOf(endpoint.path)
    paths[template] = { ...paths[template], [endpoint.method.toLowerCase()]: operationOf(endpoint, familyOf(endpoint.path)) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Check-in: calls of the renter',
      version,
      description: 'Check-out is the pick-up, check-in is the return. Dates are plain, times are those of the location, amounts are exact decimals in the currency of the tenant.',
    },
    servers: [{ url: base }],
    paths,
    components: {
      schemas: componentSchemas(endpoints),
      parameters,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'checkin_session', description: 'Opaque and not readable by scripts; `__Host-checkin_session` over https.' } },
    },
  }
}
