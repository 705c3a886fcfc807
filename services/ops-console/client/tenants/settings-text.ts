import { differingSettings, TenantSettings, type SettingsDraft, type SettingsDifference, type TenantTexts } from '@checkin/internal'

/** How a draft stands, in words. */
export const draftStateNames: Readonly<Record<SettingsDraft['state'], string>> = {
  draft: 'Draft', waiting: 'Waits for a second person', approved: 'Waits for its hour', applied: 'Applied', rejected: 'Given up', outdated: 'Not applied',
}

/** Longest value that is shown whole, in characters. */
const longest = 120

/** A value of a setting as people read it: short, and never empty. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ') || 'none'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`
}

/** Where a difference is, from the outside in. */
export const placeText = ({ path }: SettingsDifference): string => path.join(' › ')

/** Settings with these texts of the company's own; without any, as if there never had been one. */
export function settingsWithTexts(settings: TenantSettings, texts: TenantTexts | undefined): TenantSettings {
  const { texts: _former, ...others } = settings
  return texts === undefined ? others : { ...others, texts }
}

/** Kind and version of the files that settings travel in. */
const fileKind = 'checkin-tenant-settings/1'

/** Settings as a file that another tenant or installation can take. */
export const settingsFile = (host: string, revision: number, settings: TenantSettings): string => `${JSON.stringify({ kind: fileKind, host, revision, settings }, null, 2)}\n`

/** What a file brings for a tenant, or why it cannot be taken. */
export type ReadFile = { readonly settings: TenantSettings; readonly fields: readonly string[] } | { readonly problem: string }

/**
 * Reads a file of settings for a tenant with these. Whether money is real stays as the tenant has it: a file from a test installation does not say so. The server checks
 * again what is kept.
 */
export function readSettingsFile(text: string, present: TenantSettings): ReadFile {
  let file: unknown
  try { file = JSON.parse(text) } catch { return { problem: 'This file is not JSON' } }
  const { kind, settings } = (typeof file === 'object' && file !== null ? file : {}) as { readonly kind?: unknown; readonly settings?: unknown }
  if (kind !== fileKind) return { problem: 'This file has no settings of a tenant' }
  const read = TenantSettings.safeParse(settings)
  if (!read.success) return { problem: `These settings cannot be used: ${read.error.issues.map(({ path, message }) => `${path.join(' › ')}: ${message}`).join('; ').slice(0, 300)}` }
  const taken = { ...read.data, isSandbox: present.isSandbox }
  return { settings: taken, fields: differingSettings(present, taken) }
}
