import { Cohort, Percent, ReleasableName, SettingValues, Version } from '@checkin/releases'
import * as z from 'zod'

/** Module versions by name, the shell among them. */
export const Choice = z.record(ReleasableName, Version)
export type Choice = z.infer<typeof Choice>

/** Per module, what is set of it. */
export const Settings = z.record(ReleasableName, SettingValues)
export type Settings = z.infer<typeof Settings>

/** What a tenant asks for of one module: `1.2.0`, `^1.2.0`, `~1.2.0`, a label such as `stable`, or `inherit`. */
export const Selector = z.string().max(60).regex(/^([\^~]?\d+\.\d+\.\d+(-[\w.]+)?|[\^~]\d+(\.\d+)?|[a-z][a-z0-9-]{1,30})$/, 'must be a version, a range, a label or inherit')
export const Selectors = z.record(ReleasableName, Selector)
export type Selectors = z.infer<typeof Selectors>

/** What somebody wants of some tenants. */
export const ReleaseChange = z.strictObject({
  modules: Selectors.default({}),
  percent: Percent.default(100),
  /** The first rule that a session meets gives its percentage instead. */
  cohorts: z.array(z.strictObject({ when: Cohort, percent: Percent })).max(10).default([]),
  /** Per module, all that is set of it from now on; an empty one is its defaults. */
  settings: Settings.default({}),
  /** Everybody gets versions at once that passed no staged plan; the reason is kept (DEC-295). */
  emergency: z.optional(z.boolean()),
})
export type ReleaseChange = z.infer<typeof ReleaseChange>

/** A wall-clock time in the tenant's time zone. */
export const LocalTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be like 2026-12-01T03:00')

/** Why no set can be made of a choice. */
export const setErrors = [{ status: 404, code: 'UnknownVersion' }, { status: 422, code: 'ImpossibleSet' }, { status: 422, code: 'ShellMissing' }, { status: 422, code: 'TooHeavy' }]

/** Why a release cannot be changed so. */
export const changeErrors = [
  ...setErrors, { status: 404, code: 'UnknownTenant' }, { status: 404, code: 'UnknownLabel' }, { status: 404, code: 'NoDefault' },
  { status: 409, code: 'Frozen' }, { status: 409, code: 'RolloutRunning' }, { status: 409, code: 'SameVersion' }, { status: 409, code: 'TooManyRollouts' }, { status: 409, code: 'NoRelease' }, { status: 409, code: 'SettingsForEverybody' }, { status: 409, code: 'NotRehearsed' }, { status: 409, code: 'NotConforming' },
  { status: 409, code: 'ExperimentRunning' }, { status: 409, code: 'NotStaged' }, { status: 400, code: 'ReasonNeeded' },
]
