import type { Endpoint } from '@checkin/http'
import { openApiDocument as documentOf, type ApiDescription, type OpenApiDocument } from '@checkin/http/openapi'
import { everyCall } from './contract/every-call.ts'
import type { Access } from './contract/endpoint.ts'
import { errorsOf } from './contract/errors.ts'
import { ErrorBody, type ErrorCode } from './failures/error-codes.ts'
import { restVersion } from './version.ts'

const header = (name: string, description: string) => ({ name, in: 'header', required: false, description, schema: { type: 'string', maxLength: 255 } })

const accessDescriptions: Readonly<Record<Access, string>> = {
  open: 'Open to every page of the tenant.',
  pending: 'Needs the session that asked for a code.',
  link: 'Needs a session that a link or a code opened.',
  verified: 'Needs a session that an e-mailed code raised; one opened by a link is refused with 403 CodeRequired.',
}

const api: ApiDescription<Access, ErrorCode> = {
  title: 'Check-in: calls of the renter',
  version: restVersion,
  description: 'Check-out is the pick-up, check-in is the return. Dates are plain, times are those of the location, amounts are exact decimals in the currency of the tenant.',
  base: '/api',
  errorBody: ErrorBody,
  errorsOf,
  accessOf: (access) => ({ description: accessDescriptions[access], ...(access !== 'open' && { scheme: 'session' }) }),
  securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'checkin_session', description: 'Opaque and not readable by scripts; `__Host-checkin_session` over https.' } },
  headers: {
    identifier: header('identifier', 'Host of the page. It must not contradict the host that was called, and proves nothing (DEC-06).'),
    acceptLanguage: header('Accept-Language', 'Language of names, documents and mails, among those of the company (`locales` of its configuration); English otherwise.'),
    idempotencyKey: header('Idempotency-Key', 'Names one intention: a write with a known key is not done again (DEC-48).'),
  },
  headersOf: ({ method }) => ['identifier', 'acceptLanguage', ...(method === 'GET' ? [] : ['idempotencyKey'])],
}

/** The renter's API as an OpenAPI 3.1 document, made from the schemas that check every call. */
export const openApiDocument = (endpoints: readonly Endpoint<Access, ErrorCode>[] = Object.values(everyCall)): OpenApiDocument => documentOf(endpoints, api)
