import { contract, restVersion } from '@checkin/api'
import { openApiDocument } from '@checkin/api/server'
import type { FastifyInstance } from 'fastify'

/** `GET /openapi.json` below the scope's prefix: made from the contract that checks the calls. Off in production. */
export function openApiRoute(app: FastifyInstance): void {
  let document: object | null = null
  app.get('/openapi.json', () => (document ??= openApiDocument(contract, { version: restVersion })))
}
