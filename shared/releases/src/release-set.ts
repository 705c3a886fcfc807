import * as z from 'zod'
import { SettingValues } from './module-settings.ts'
import { ModuleManifest, ReleasableName, Version } from './manifest.ts'

/** A tenant is its exact host name, lower-case and without port. */
export const TenantHost = z.string().max(253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a host name')

/** An immutable, numbered choice of one shell and one version of each module: what one page load runs. */
export const ReleaseSet = z.strictObject({
  id: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  shell: ModuleManifest,
  modules: z.record(ReleasableName, ModuleManifest),
  /** Per module, what was set of it: signed, switched and rolled back together with the versions. */
  settings: z.optional(z.record(ReleasableName, SettingValues)),
})
export type ReleaseSet = z.infer<typeof ReleaseSet>

/** A signed text: Ed25519 over the exact bytes of `payload`, so that nothing depends on how JSON is written. */
export const Signed = z.strictObject({ payload: z.string(), signature: z.string(), keyId: z.string() })
export type Signed = z.infer<typeof Signed>

/** Percent with two decimals at most: the split counts in hundredths of a percent. */
export const Percent = z.number().min(0).max(100).multipleOf(0.01)

export const deviceClasses = ['phone', 'tablet', 'desktop'] as const

/** Where a booking came from, in one short word: `direct`, `broker`, `corporate`. */
export const bookingSource = /^[a-z0-9-]{1,30}$/

/** Who a rule is for; what is left out holds for everybody. */
export const Cohort = z.strictObject({
  languages: z.optional(z.array(z.string().min(2).max(5)).min(1)),
  devices: z.optional(z.array(z.enum(deviceClasses)).min(1)),
  /** People of the rental company, who came by a signed link. */
  staff: z.optional(z.boolean()),
  /** Bookings that came from one of these; a session that has not found its booking yet meets no such rule. */
  sources: z.optional(z.array(z.string().regex(bookingSource)).min(1)),
})
export type Cohort = z.infer<typeof Cohort>

/** Some module versions for some part of a tenant's new sessions; they come together or not at all. */
export const Rollout = z.strictObject({
  id: z.string(),
  modules: z.record(ReleasableName, Version),
  /** Random per rollout: who is among the first of one is not for that reason among the first of another. */
  salt: z.string(),
  /** The first rule that a session meets gives its percentage. */
  cohorts: z.array(z.strictObject({ when: Cohort, percent: Percent })),
  /** Percentage of sessions that meet no rule. */
  percent: Percent,
})
export type Rollout = z.infer<typeof Rollout>

/** More would need more combinations than anybody can watch: each one is a set of its own that was checked. */
export const mostRollouts = 3

/** Which set a tenant's new sessions get. */
export const TenantPointer = z.strictObject({
  host: z.string(),
  /** Grows with every change of this tenant; `If-Match` compares it. A site refuses a lower one as a replay. */
  revision: z.number().int().nonnegative(),
  /** What sessions in no rollout get. */
  setId: z.number().int().positive(),
  rollouts: z.array(Rollout).max(mostRollouts),
  /** Set for each combination of rollouts: bit n of the index means that the session is in rollout n. The first is `setId`. */
  variants: z.array(z.number().int().positive()),
  /** Per module, the set that holds the version that served before the present one. */
  lastGood: z.record(ReleasableName, z.number().int().positive()),
})
export type TenantPointer = z.infer<typeof TenantPointer>

/**
 * How long a snapshot may be taken, after how long the registry signs a new one, and by how much the clocks of registry and site may differ (SEC-23,
 * decision 0164). A site asks several times a second: it misses some hundred renewals before its snapshot has expired.
 */
export const snapshotTimes = { lastsMs: 15 * 60_000, renewedAfterMs: 5 * 60_000, skewMs: 5 * 60_000 } as const

/** A site that knows snapshots with an end asks for them by this header; without it the registry answers as it did before. */
export const datedSnapshotHeader = 'x-checkin-snapshot'

/** What a site names the snapshot by that it has: its revision and, where it has one, the moment of its signature. */
export const snapshotTag = ({ revision, issuedAt }: { readonly revision: number; readonly issuedAt?: string | null | undefined }): string => `"${issuedAt == null ? revision : `${revision}-${Date.parse(issuedAt)}`}"`

/** All that a site server needs to answer for every tenant; signed, polled, kept on disk for when the registry is down. */
export const Snapshot = z.strictObject({
  /** Monotonic over all tenants: a lower one is a replay and is refused. */
  revision: z.number().int().nonnegative(),
  tenants: z.array(TenantPointer),
  /** Every set that a pointer, a preview or an open session may still use. */
  sets: z.array(Signed),
  /** Versions that nobody may run any more, not even a session that is pinned to them. */
  killed: z.array(z.strictObject({ name: ReleasableName, version: Version })),
  /** Numbers of signed links that somebody ended before their hour; left out where there are none. */
  revokedLinks: z.optional(z.array(z.string())),
  /** What this is, when it was signed, and until when it may be taken; left out for sites of the release before, which know none of the three. */
  purpose: z.optional(z.literal('snapshot')),
  issuedAt: z.optional(z.iso.datetime()),
  expiresAt: z.optional(z.iso.datetime()),
})
export type Snapshot = z.infer<typeof Snapshot>
