import * as z from 'zod'
import { ReleasableName } from '@checkin/releases'
import { endpoint } from '../../http/endpoint.ts'
import { Host } from '../tenants/host.ts'

/** Journeys that a set can be rehearsed with: a renter's check-in to the end, and pre-checkout to the signature provider's page. */
export const rehearsedJourneys = ['check-in', 'pre-checkout'] as const

const fields = {
  journey: z.enum(rehearsedJourneys),
  passed: z.boolean(),
  /** The candidate for whose sake the journey was walked. */
  module: ReleasableName,
  /** Name of the screen at which it failed; null when it passed. */
  step: z.nullable(z.string().regex(/^[a-z][a-z-]{0,59}$/)),
  /** The tenant on whose site it was walked. */
  host: Host,
  /** What walked it: a pipeline's name and run, or a machine. */
  builder: z.string().max(200).default(''),
}

export const RehearsalView = z.object({ ...fields, actor: z.string(), at: z.iso.datetime() })

/** How a set, or all sets that a change would bring, stand. */
export const RehearsalStanding = z.discriminatedUnion('state', [
  /** There is no set that the tenant has not got. */
  z.object({ state: z.literal('nothing-new') }),
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('passed'), at: z.iso.datetime(), journeys: z.array(z.enum(rehearsedJourneys)) }),
  z.object({ state: z.literal('failed'), at: z.iso.datetime(), journey: z.enum(rehearsedJourneys), step: z.string() }),
])
export type RehearsalStanding = z.infer<typeof RehearsalStanding>

export const addRehearsal = endpoint({
  name: 'addRehearsal', method: 'POST', path: '/registry/v1/sets/:id/rehearsals',
  summary: 'Keeps how a journey went that was walked with a set in a browser: publishers for sets with their module, operators for all',
  reach: 'all', may: ['publisher', 'operator'], params: z.object({ id: z.coerce.number().int().positive() }),
  body: z.strictObject(fields).refine(({ passed, step }) => passed === (step === null), { error: 'must name the screen of a failure, and of nothing else', path: ['step'] }),
  answer: RehearsalView,
  errors: [{ status: 404, code: 'NotFound' }, { status: 422, code: 'NotInSet' }],
})
