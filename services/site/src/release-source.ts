import { ReleaseSet, Signed, Snapshot, type TenantPointer } from '@checkin/releases'
import { verify } from '@checkin/releases/signing'

/** A verified snapshot, ready to be looked things up in. */
export interface Releases {
  readonly revision: number
  readonly tenants: ReadonlyMap<string, TenantPointer>
  readonly sets: ReadonlyMap<number, ReleaseSet>
  readonly snapshot: Snapshot
}

/**
 * Reads a signed snapshot. Throws when its signature or that of one of its sets is not the registry's,
 * and when it is older than the one in use: an old answer played again must not bring back an old version.
 */
export function readReleases(text: string, current: Releases | null, publicKey: string): Releases {
  const snapshot = Snapshot.parse(JSON.parse(opened(Signed.parse(JSON.parse(text)), publicKey)))
  if (current && snapshot.revision < current.revision) throw new Error(`snapshot ${snapshot.revision} is older than ${current.revision}`)
  const sets = snapshot.sets.map((signed) => ReleaseSet.parse(JSON.parse(opened(signed, publicKey))))
  return {
    revision: snapshot.revision,
    tenants: new Map(snapshot.tenants.map((tenant) => [tenant.host, tenant])),
    sets: new Map(sets.map((set) => [set.id, set])),
    snapshot,
  }
}

function opened(signed: Signed, publicKey: string): string {
  if (!verify(signed, publicKey)) throw new Error('the signature is not the registry\'s')
  return signed.payload
}
