import * as z from 'zod'
import { ReleasableName, SettingValues, Version } from '@checkin/releases'
import { endpoint } from '../../http/endpoint.ts'
import { RehearsalView } from '../rehearsals/rehearsals.contract.ts'

/** Module versions by name, the shell among them. */
export const Choice = z.record(ReleasableName, Version)
export type Choice = z.infer<typeof Choice>

/** Per module, what is set of it. */
export const Settings = z.record(ReleasableName, SettingValues)
export type Settings = z.infer<typeof Settings>

/** What a set is made of, and what tells it from others. */
export interface Combination {
  readonly choice: Choice
  readonly settings: Settings
}

export const SetSummary = z.object({
  id: z.int().positive(), createdAt: z.iso.datetime(), createdBy: z.string(), modules: Choice, settings: Settings,
  /** Newest first: journeys that were walked with it. */
  rehearsals: z.array(RehearsalView),
})

/** Why no set can be made of a choice. */
export const setErrors = [{ status: 404, code: 'UnknownVersion' }, { status: 422, code: 'ImpossibleSet' }, { status: 422, code: 'ShellMissing' }, { status: 422, code: 'TooHeavy' }]

export const createSet = endpoint({
  name: 'createSet',
  method: 'POST',
  path: '/registry/v1/sets',
  summary: 'Makes a numbered, signed, immutable release set of module versions that fit each other; the same choice answers the same set',
  reach: 'all', may: ['operator'],
  body: z.strictObject({ modules: Choice, settings: Settings.default({}) }),
  answer: SetSummary,
  errors: setErrors,
})

export const getSet = endpoint({
  name: 'getSet',
  method: 'GET',
  path: '/registry/v1/sets/:id',
  summary: 'The module versions of a release set',
  reach: 'filtered', may: ['publisher', 'operator', 'approver', 'viewer'],
  params: z.object({ id: z.coerce.number().int().positive() }),
  answer: SetSummary,
  errors: [{ status: 404, code: 'NotFound' }],
})
