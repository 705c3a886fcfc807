import { addressOf as pathOf, type Parts } from '@checkin/http/address'
import type { Endpoint } from '../contract/endpoint.ts'

/** Where the API is, below the page's own origin (DEC-05). */
const base = '/api'

/** The address of a call with its parameters in place. */
export const addressOf = (endpoint: Pick<Endpoint, 'path'>, parts: Parts = {}): string => `${base}${pathOf(endpoint, parts)}`
