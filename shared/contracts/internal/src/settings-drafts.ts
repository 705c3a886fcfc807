import * as z from 'zod'
import { TenantSettings } from './tenant-settings.ts'

const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })

/** One revision of a tenant's settings, without values (DEC-320). */
export const SettingsRevision = z.object({
  revision: z.int(), at: moment, actor: z.string().meta({ description: 'Who changed them, and who approved it where somebody had to.' }), fields: z.array(z.string()).meta({ description: 'Names of the settings that differ from the revision before.' }),
}).meta({ id: 'SettingsRevision' })
export type SettingsRevision = z.infer<typeof SettingsRevision>

/** How a draft stands. `approved` waits for its hour; `outdated` met other values than it was made against, and changed nothing. */
const draftStates = ['draft', 'waiting', 'approved', 'applied', 'rejected', 'outdated'] as const

/** Settings that somebody prepared and that nobody is served by yet, without values (DEC-320). */
export const SettingsDraft = z.object({
  draftId: z.string(), note: z.string(), state: z.enum(draftStates),
  baseRevision: z.int().meta({ description: 'The revision that it was made against.' }),
  fields: z.array(z.string()).meta({ description: 'Names of the settings that it changes.' }),
  by: z.string().meta({ description: 'Who saved it last, or submitted it.' }), at: moment,
  applyAt: z.nullable(moment).meta({ description: 'When it is applied once nobody has to approve it any more; null at once.' }),
  decidedBy: z.nullable(z.string()), decidedAt: z.nullable(moment),
  appliedRevision: z.nullable(z.int()), problem: z.string().meta({ description: 'Why it was not applied; empty where nothing was wrong.' }),
}).meta({ id: 'SettingsDraft' })
export type SettingsDraft = z.infer<typeof SettingsDraft>

/** What operators see of a tenant's settings over time: newest first. */
export const SettingsHistory = z.object({
  revision: z.int(), needsApproval: z.boolean().meta({ description: 'Whether changes wait for a second person.' }),
  revisions: z.array(SettingsRevision), drafts: z.array(SettingsDraft),
}).meta({ id: 'SettingsHistory' })
export type SettingsHistory = z.infer<typeof SettingsHistory>

/** A revision with its values. */
export const FullRevision = z.object({ revision: z.int(), at: moment, actor: z.string(), settings: TenantSettings }).meta({ id: 'FullRevision' })

/** A draft with what it was made against and what it would bring. */
export const FullDraft = z.object({ draft: SettingsDraft, base: TenantSettings, settings: TenantSettings }).meta({ id: 'FullDraft' })

/** What a draft is saved with. */
export const DraftRequest = z.strictObject({
  note: z.string().trim().min(3).max(300).meta({ description: 'What it is for; the second person reads it.' }),
  settings: TenantSettings,
})

/** What becomes of a draft: submitted for its hour or at once, approved by a second person, or given up by anybody who may change the tenant. */
export const DraftDecision = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('submit'), applyAt: z.nullable(z.iso.datetime()).default(null) }),
  z.strictObject({ action: z.literal('approve') }),
  z.strictObject({ action: z.literal('reject') }),
]).meta({ id: 'DraftDecision' })
export type DraftDecision = z.infer<typeof DraftDecision>
