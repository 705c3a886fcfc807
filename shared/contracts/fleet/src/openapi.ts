import { ErrorBody } from '@checkin/api'
import { openApiDocument, type ApiDescription, type OpenApiDocument } from '@checkin/http/openapi'
import { fleetContract, type FleetAccess } from './contract.ts'

const api: ApiDescription<FleetAccess> = {
  title: 'Check-in: fleet API',
  version: '1.0.0',
  description: 'For the rental company\'s own system: reservations in, events out. Dates and times are those of the place, amounts decimals in the currency of the tenant.',
  errorBody: ErrorBody,
  errorsOf: ({ access, params, query, body, errors }) => [
    ...errors,
    ...(access === 'tenant' ? [{ status: 401, code: 'Unauthorized' }] : []),
    ...(params ?? query ?? body ? [{ status: 400, code: 'InvalidRequest' }] : []),
    ...(body ? [{ status: 400, code: 'MalformedJson' }, { status: 413, code: 'TooLarge' }] : []),
    { status: 500, code: 'Internal' }, { status: 503, code: 'DatabaseUnavailable' },
  ],
  accessOf: (access) => (access === 'open' ? { description: 'Open.' } : { description: 'Needs the company\'s token, which names the tenant.', scheme: 'token' }),
  securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
}

/** The fleet API as an OpenAPI 3.1 document. */
export const fleetDocument = (): OpenApiDocument => openApiDocument(Object.values(fleetContract), api)
