import { ReleaseSet, Signed, Snapshot, type TenantPointer } from '@checkin/releases'
import { verify } from '@checkin/releases/signing'

export const versionKey = (name: string, version: string): string => `${name}@${version}`

/** A verified snapshot, ready to be looked things up in. */
export interface Releases {
  readonly revision: number
  readonly tenants: ReadonlyMap<string, TenantPointer>
  readonly sets: ReadonlyMap<number, ReleaseSet>
  /** `name@version` of what nobody may run any more. */
  readonly killed: ReadonlySet<string>
  /** Numbers of signed links that were ended before their hour. */
  readonly revokedLinks: ReadonlySet<string>
  /** Sets by their exact signed text: one that was checked before is not checked again. */
  readonly checked: ReadonlyMap<string, ReleaseSet>
}

/**
 * Reads a signed snapshot. Throws when its signature or that of one of its sets is not the registry's,
 * and when it is older than the one in use, as a whole or for one tenant: an old answer played again must not bring back an old version.
 */
export function readReleases(text: string, current: Releases | null, publicKey: string): Releases {
  const snapshot = Snapshot.parse(JSON.parse(opened(Signed.parse(JSON.parse(text)), publicKey)))
  if (current && snapshot.revision < current.revision) throw new Error(`snapshot ${snapshot.revision} is older than ${current.revision}`)
  const replayed = current && snapshot.tenants.find(({ host, revision }) => revision < (current.tenants.get(host)?.revision ?? 0))
  if (replayed) throw new Error(`revision ${replayed.revision} of ${replayed.host} is older than the one in use`)
  const checked = new Map(snapshot.sets.map((signed) => [signed.payload, current?.checked.get(signed.payload) ?? ReleaseSet.parse(JSON.parse(opened(signed, publicKey)))]))
  return {
    revision: snapshot.revision,
    tenants: new Map(snapshot.tenants.map((tenant) => [tenant.host, tenant])),
    sets: new Map([...checked.values()].map((set) => [set.id, set])),
    killed: new Set(snapshot.killed.map(({ name, version }) => versionKey(name, version))),
    revokedLinks: new Set(snapshot.revokedLinks),
    checked,
  }
}

function opened(signed: Signed, publicKey: string): string {
  if (!verify(signed, publicKey)) throw new Error('the signature is not the registry\'s')
  return signed.payload
}
