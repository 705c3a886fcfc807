import { ReleaseSet, Signed, Snapshot, snapshotTimes, type TenantPointer } from '@checkin/releases'
import { verify, verifyOrFormer } from '@checkin/releases/signing'

export const versionKey = (name: string, version: string): string => `${name}@${version}`

/** A verified snapshot, ready to be looked things up in. */
export interface Releases {
  readonly revision: number
  /** When it was signed, and until when it may be taken; null for one of a registry of the release before. */
  readonly issuedAt: string | null
  readonly expiresAt: string | null
  readonly tenants: ReadonlyMap<string, TenantPointer>
  readonly sets: ReadonlyMap<number, ReleaseSet>
  /** `name@version` of what nobody may run any more. */
  readonly killed: ReadonlySet<string>
  /** Numbers of signed links that were ended before their hour. */
  readonly revokedLinks: ReadonlySet<string>
  /** Sets by their exact signed text: one that was checked before is not checked again. */
  readonly checked: ReadonlyMap<string, ReleaseSet>
}

/** Whether a snapshot is the registry's answer or was kept on disk: that is better than nothing, however old it is. */
export type SnapshotOrigin = 'answer' | 'file'

/**
 * Reads a signed snapshot. Throws when its signature or that of one of its sets is not the registry's for that purpose; when it is older than the one in
 * use, as a whole or for one tenant: an old answer played again must not bring back an old version; and when it has expired, or has no end after
 * one that had (SEC-23): who holds the wire must not keep a kill from this server unseen.
 */
export function readReleases(text: string, current: Releases | null, publicKey: string, origin: SnapshotOrigin = 'answer', now = Date.now()): Releases {
  const signed = Signed.parse(JSON.parse(text))
  const isDated = verify(signed, publicKey, 'snapshot')
  // Until the next release a registry of the release before may still answer (decision 0164).
  if (!isDated && !verify(signed, publicKey)) throw new Error('the signature is not the registry\'s')
  const snapshot = Snapshot.parse(JSON.parse(signed.payload))
  const { revision, issuedAt = null, expiresAt = null } = snapshot
  if (isDated && (snapshot.purpose !== 'snapshot' || expiresAt === null)) throw new Error('a snapshot says what it is and until when')
  if (!isDated && current?.expiresAt != null) throw new Error('a snapshot without an end, after one that had one')
  if (isDated && origin === 'answer' && hasExpired({ expiresAt }, now)) throw new Error(`snapshot ${revision} expired at ${expiresAt}`)
  if (current && revision < current.revision) throw new Error(`snapshot ${revision} is older than ${current.revision}`)
  const replayed = current && snapshot.tenants.find((tenant) => tenant.revision < (current.tenants.get(tenant.host)?.revision ?? 0))
  if (replayed) throw new Error(`revision ${replayed.revision} of ${replayed.host} is older than the one in use`)
  const checked = new Map(snapshot.sets.map((set) => [set.payload, current?.checked.get(set.payload) ?? ReleaseSet.parse(JSON.parse(openedSet(set, publicKey)))]))
  return {
    revision, issuedAt, expiresAt,
    tenants: new Map(snapshot.tenants.map((tenant) => [tenant.host, tenant])),
    sets: new Map([...checked.values()].map((set) => [set.id, set])),
    killed: new Set(snapshot.killed.map(({ name, version }) => versionKey(name, version))),
    revokedLinks: new Set(snapshot.revokedLinks),
    checked,
  }
}

/** Whether a snapshot is past its end by more than clocks may differ. One without an end never is. */
export const hasExpired = ({ expiresAt }: Pick<Releases, 'expiresAt'>, now: number): boolean => expiresAt !== null && now > Date.parse(expiresAt) + snapshotTimes.skewMs

function openedSet(signed: Signed, publicKey: string): string {
  if (!verifyOrFormer(signed, publicKey, 'set')) throw new Error('the signature of a set is not the registry\'s')
  return signed.payload
}
