import { Signed } from '@checkin/releases'
import { endpoint } from '../../http/endpoint.ts'

export const getSnapshot = endpoint({
  name: 'getSnapshot',
  method: 'GET',
  path: '/registry/v1/snapshot',
  summary: 'Every tenant\'s pointer and every set that a session may hold, signed; with If-None-Match it answers 304 while nothing changed',
  // Site servers poll it; it holds nothing secret and is worth only what its signature is.
  reach: 'own', may: 'anyone',
  answer: Signed,
  errors: [],
  quiet: true,
})
