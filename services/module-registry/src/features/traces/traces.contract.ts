import * as z from 'zod'
import { ReleasableName, Version } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Choice } from '../sets/sets.contract.ts'
import { Host } from '../tenants/host.ts'

/** A failure that a renter saw, with what it takes to see the same. */
export const Trace = z.object({
  code: z.string(), at: z.iso.datetime(), host: Host,
  /** The module version that failed; the shell's where the set had no such screen. */
  module: ReleasableName, version: Version, phase: z.string(), reason: z.string(), step: z.string(),
  /** The exact set that the page had, and its versions. */
  setId: z.int().positive(), modules: Choice,
  /** The same failure of the same version, over all tenants. */
  group: z.object({ count: z.int(), hosts: z.array(Host), firstAt: z.nullable(z.iso.datetime()), lastAt: z.nullable(z.iso.datetime()) }),
})

export const getTrace = endpoint({
  name: 'getTrace', method: 'GET', path: '/registry/v1/traces/:code',
  summary: 'The failure behind a code that a renter told support: where, when, which version of which set, how often; kept for 30 days',
  reach: 'filtered', may: roles,
  // In any case, with the hyphen, blanks or nothing between.
  params: z.object({ code: z.string().min(1).max(20) }),
  answer: Trace, errors: [{ status: 404, code: 'UnknownTrace' }],
})
