import { TenantSettings } from '@checkin/internal'
import type * as z from 'zod'

/** Settings as this version understands them, or what keeps it from that, in words for an operator and without any value. */
export type StoredSettings = { readonly kind: 'readable'; readonly settings: TenantSettings } | { readonly kind: 'unreadable'; readonly problem: string }

/**
 * Reads what lies in the database. Fields that this version does not know are left out: a newer version wrote them before somebody went back to this
 * one. Writing stays strict, so that a misspelt field is refused where it is typed.
 */
export function readStoredSettings(stored: unknown): StoredSettings {
  const strict = TenantSettings.safeParse(stored)
  if (strict.success) return { kind: 'readable', settings: strict.data }
  const lenient = TenantSettings.safeParse(withoutUnknown(stored, strict.error.issues))
  if (lenient.success) return { kind: 'readable', settings: lenient.data }
  return { kind: 'unreadable', problem: lenient.error.issues.map(({ path, message }) => `${path.join('.') || 'settings'}: ${message}`).join('; ').slice(0, 500) }
}

function withoutUnknown(stored: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy = structuredClone(stored)
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const parent = issue.path.reduce<unknown>((value, name) => (value as Record<PropertyKey, unknown>)[name], copy) as Record<string, unknown>
    for (const key of issue.keys) delete parent[key]
  }
  return copy
}
