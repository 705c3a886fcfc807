import type { Snapshot, TenantPointer } from './release-set.ts'

/** Which set a new session gets, and why. */
export interface Resolution {
  readonly setId: number
  /** Revision of the tenant's pointer that decided. */
  readonly revision: number
  readonly why: 'pointer' | 'split'
}

/** What a resolution depends on: the tenant's host name and the random name of the visit. */
export interface ResolveInput {
  readonly host: string
  readonly visit: string
}

/**
 * Hundredths of a percent, 0 to 9999, that a visit falls on in a split. Each rollout has its own salt,
 * so two rollouts are independent, and a raised percentage moves nobody back.
 */
export function splitPoint(salt: string, visit: string): number {
  // FNV-1a with the finisher of MurmurHash3: even over random names, the same everywhere, cheap in a request path.
  let hash = 0x811c9dc5
  const text = `${salt}\u0000${visit}`
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return Math.floor(((hash >>> 0) / 0x1_0000_0000) * 10_000)
}

/** Resolves by a tenant's pointer alone. */
export function resolvePointer(pointer: TenantPointer, visit: string): Resolution {
  const { split, revision } = pointer
  if (split && splitPoint(split.salt, visit) < split.percent * 100) return { setId: split.setId, revision, why: 'split' }
  return { setId: pointer.setId, revision, why: 'pointer' }
}

/** Which set a new session of a host gets; null when the host has no release. Pure: the same answer on every server. */
export function resolve(snapshot: Snapshot, { host, visit }: ResolveInput): Resolution | null {
  const pointer = snapshot.tenants.find((tenant) => tenant.host === host)
  return pointer ? resolvePointer(pointer, visit) : null
}
