import * as z from 'zod'
import { ModuleManifest, ReleasableName } from './manifest.ts'

/** An immutable, numbered choice of one shell and one version of each module: what one page load runs. */
export const ReleaseSet = z.strictObject({
  id: z.number().int().positive(),
  createdAt: z.iso.datetime(),
  shell: ModuleManifest,
  modules: z.record(ReleasableName, ModuleManifest),
})
export type ReleaseSet = z.infer<typeof ReleaseSet>

/** A signed text: Ed25519 over the exact bytes of `payload`, so nothing depends on how JSON is written. */
export const Signed = z.strictObject({ payload: z.string(), signature: z.string(), keyId: z.string() })
export type Signed = z.infer<typeof Signed>

/** Which set a tenant's new sessions get. */
export const TenantPointer = z.strictObject({
  host: z.string(),
  /** Grows with every change of this tenant; `If-Match` compares it. */
  revision: z.number().int().nonnegative(),
  setId: z.number().int().positive(),
  /** Two running sets: `percent` of new sessions get `setId` of the split. Null until rollouts use it. */
  split: z.nullable(z.strictObject({ setId: z.number().int().positive(), percent: z.number().min(0).max(100), salt: z.string() })),
  /** The set that served before; its module versions are the last good ones. */
  lastGoodSetId: z.nullable(z.number().int().positive()),
})
export type TenantPointer = z.infer<typeof TenantPointer>

/** All that a site server needs to answer for every tenant; signed, polled, kept on disk for when the registry is down. */
export const Snapshot = z.strictObject({
  /** Monotonic over all tenants: a lower one is a replay and is refused. */
  revision: z.number().int().nonnegative(),
  tenants: z.array(TenantPointer),
  /** Every set that a pointer names or that an open session may still hold. */
  sets: z.array(Signed),
})
export type Snapshot = z.infer<typeof Snapshot>
