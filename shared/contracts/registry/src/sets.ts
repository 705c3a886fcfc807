import { ReleasableName, Signed, TenantHost, Version } from '@checkin/releases'
import * as z from 'zod'
import { endpoint, IdParams, roles } from './endpoint.ts'
import { Choice, setErrors, Settings } from './release.ts'

/** Journeys that a set is tested with: a renter's check-in to the end, and pre-checkout to the signature provider's page. */
export const testedJourneys = ['check-in', 'pre-checkout'] as const
const Journey = z.enum(testedJourneys)

const testFields = {
  journey: Journey,
  passed: z.boolean(),
  /** The candidate for whose sake the journey was run. */
  module: ReleasableName,
  /** Name of the screen at which it failed; null when it passed. */
  step: z.nullable(z.string().regex(/^[a-z][a-z-]{0,59}$/)),
  /** The tenant on whose site it was run. */
  host: TenantHost,
  /** What ran it: a pipeline's name and run, or a machine. */
  builder: z.string().max(200).default(''),
}

/** One run of a journey with a set, kept by the release matrix test. */
export const ReleaseTestView = z.object({ ...testFields, actor: z.string(), at: z.iso.datetime(),
  /** Id of the runner's key that signed it; left out where a token's word is all there is. */
  attestedBy: z.optional(z.string()),
})

/** What the release matrix test knows of a set, or of all sets that a change would bring. */
export const ReleaseTestStatus = z.discriminatedUnion('state', [
  /** Every set is one that the tenant has already. */
  z.object({ state: z.literal('nothing-new') }),
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('passed'), at: z.iso.datetime(), journeys: z.array(Journey) }),
  z.object({ state: z.literal('failed'), at: z.iso.datetime(), journey: Journey, step: z.string() }),
])
export type ReleaseTestStatus = z.infer<typeof ReleaseTestStatus>

/** What runners attested of the conformance of the module versions that a change would bring (DEC-260). */
export const ConformanceStatus = z.discriminatedUnion('state', [
  /** Every set is one that the tenant has already. */
  z.object({ state: z.literal('nothing-new') }),
  z.object({ state: z.literal('passed') }),
  z.object({
    state: z.literal('missing'),
    missing: z.array(z.object({ module: ReleasableName, version: Version,
      /** It was run and did not conform; else no runner attested anything that counts. */
      failed: z.boolean(),
    })),
  }),
])
export type ConformanceStatus = z.infer<typeof ConformanceStatus>

export const addReleaseTest = endpoint({
  name: 'addReleaseTest', method: 'POST', path: '/registry/v1/sets/:id/rehearsals',
  summary: 'Keeps the result of a journey that was run with a set in a browser: publishers for sets with their module, operators for all',
  access: { roles: ['publisher', 'operator'], reach: 'all' }, params: IdParams,
  body: z.strictObject(testFields).refine(({ passed, step }) => passed === (step === null), { error: 'must name the screen of a failure, and of nothing else', path: ['step'] }),
  answer: ReleaseTestView, errors: [{ status: 404, code: 'NotFound' }, { status: 422, code: 'NotInSet' }],
})

export const SetSummary = z.object({
  id: z.int().positive(), createdAt: z.iso.datetime(), createdBy: z.string(), modules: Choice, settings: Settings,
  /** Release matrix tests of the set, newest first. */
  rehearsals: z.array(ReleaseTestView),
  /** SHA-256 of the set's signed text: what a runner attests. */
  sha256: z.optional(z.string()),
})
export type SetSummary = z.infer<typeof SetSummary>

export const createSet = endpoint({
  name: 'createSet', method: 'POST', path: '/registry/v1/sets',
  summary: 'Makes a numbered, signed, immutable release set of module versions that fit each other; the same choice answers the same set',
  access: { roles: ['operator'], reach: 'all' }, body: z.strictObject({ modules: Choice, settings: Settings.default({}) }), answer: SetSummary, errors: setErrors,
})

export const getSet = endpoint({
  name: 'getSet', method: 'GET', path: '/registry/v1/sets/:id', summary: 'The module versions of a release set',
  access: { roles, reach: 'filtered' }, params: IdParams, answer: SetSummary, errors: [{ status: 404, code: 'NotFound' }],
})

export const getSnapshot = endpoint({
  name: 'getSnapshot', method: 'GET', path: '/registry/v1/snapshot',
  summary: 'Every tenant\'s pointer and every set that a session may be pinned to, signed; with If-None-Match it answers 304 while nothing changed',
  // Site servers poll it; it holds nothing secret and is worth only what its signature is.
  access: { roles: 'anyone', reach: 'own' }, answer: Signed, statuses: [200, 304], errors: [], quiet: true,
})
