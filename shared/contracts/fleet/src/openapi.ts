import { ErrorBody } from '@checkin/api'
import { openApiDocument, type ApiDescription, type OpenApiDocument } from '@checkin/http/openapi'
import { EventsBody } from './answers.ts'
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
  webhooks: {
    eventsHappened: {
      summary: 'What happened, oldest first, to the address that the company gave',
      description: 'Sent until it is acknowledged, always in the order of the feed and never two at once; an event may arrive twice, its id tells. Signed as the Standard Webhooks say: webhook-id, webhook-timestamp and webhook-signature.',
      body: EventsBody,
    },
  },
  securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
}

/** The fleet API as an OpenAPI 3.1 document. */
export const fleetDocument = (): OpenApiDocument => openApiDocument(Object.values(fleetContract), api)
