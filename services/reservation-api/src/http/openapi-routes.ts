import { openApiDocument } from '@checkin/api/openapi'
import { fleetDocument } from '@checkin/fleet/openapi'
import { serveOpenApi } from '@checkin/http/openapi'
import { internalDocument } from '@checkin/internal/openapi'
import type { FastifyInstance } from 'fastify'

/** `openapi.json` of the renter's calls and a page to read beside it, below the scope's prefix. Off in production. */
export const renterReference = (app: FastifyInstance): void => { serveOpenApi(app, '', openApiDocument, { reference: true }) }

/** The same of the fleet API and the internal calls, below their paths. */
export function serviceReferences(app: FastifyInstance): void {
  serveOpenApi(app, '/fleet/v1', fleetDocument, { reference: true })
  serveOpenApi(app, '/internal/v1', internalDocument, { reference: true })
}
