import { ErrorBody } from '@checkin/api'
import { openApiDocument, type ApiDescription, type OpenApiDocument } from '@checkin/http/openapi'
import type { InternalAccess } from './access.ts'
import { internalContract } from './contract.ts'

const accessDescriptions: Readonly<Record<InternalAccess, string>> = {
  operator: 'Needs the admin token; x-checkin-actor names who acts, x-checkin-identity who stands behind the operator\'s token.',
  site: 'Needs the secret that the site and the reservation API share.',
  provider: 'Needs a signature with the secret of the tenant\'s account.',
}

const api: ApiDescription<InternalAccess> = {
  title: 'Check-in: internal calls of the reservation API',
  version: '1.0.0',
  description: 'For operators, the other services of the installation and payment and signature providers. Never reachable from outside but the provider callbacks.',
  errorBody: ErrorBody,
  errorsOf: ({ access, params, query, body, errors, ifMatch }) => [
    ...errors,
    ...(access === 'operator' ? [{ status: 401, code: 'Unauthorized' }] : []),
    ...(params ?? query ?? body ?? ifMatch ? [{ status: 400, code: 'InvalidRequest' }] : []),
    ...(body ? [{ status: 413, code: 'TooLarge' }] : []),
    ...(body && body !== 'text' ? [{ status: 400, code: 'MalformedJson' }] : []),
    { status: 500, code: 'Internal' }, { status: 503, code: 'DatabaseUnavailable' },
  ],
  accessOf: (access) => ({ description: accessDescriptions[access], scheme: access }),
  securitySchemes: {
    operator: { type: 'http', scheme: 'bearer' }, site: { type: 'apiKey', in: 'header', name: 'x-checkin-key' },
    provider: { type: 'apiKey', in: 'header', name: 'signature', description: 'Each provider names and makes its signature in its own way.' },
  },
}

/** The internal calls as an OpenAPI 3.1 document. */
export const internalDocument = (): OpenApiDocument => openApiDocument(Object.values(internalContract), api)
