import { createHash } from 'node:crypto'

/** One line of the audit as its hash covers it. */
export interface AuditEntry {
  readonly entry: number
  /** Instant, ISO 8601; text, because the hash covers its exact characters. */
  readonly at: string
  readonly actor: string
  readonly action: string
  /** What it happened to: a module's name and version, a tenant's host, a token's label. */
  readonly subject: string
  /** JSON. */
  readonly before: string
  /** JSON. */
  readonly after: string
  readonly reason: string
  /** Hash of the entry before; empty for the first. */
  readonly previousHash: string
}

/** An entry before it has a place in the chain. */
export type UnnumberedEntry = Omit<AuditEntry, 'entry' | 'previousHash'>

export interface HashedEntry extends AuditEntry {
  readonly hash: string
}

/** An entry as one text, the same for ever: what its hash covers, and its leaf in the log (DEC-189). */
export const entryText = ({ entry, at, actor, action, subject, before, after, reason, previousHash }: AuditEntry): string =>
  JSON.stringify([entry, at, actor, action, subject, before, after, reason, previousHash])

/** SHA-256 over all fields of an entry and the hash before it, so that no entry can change, vanish or move unseen. */
export const entryHash = (entry: AuditEntry): string => createHash('sha256').update(entryText(entry)).digest('hex')

/** Checks a chain entry by entry, so that a long one never lies in memory. */
export function chainCheck() {
  let expected = 1
  let previous = ''
  let broken: number | null = null
  return {
    add: (entry: HashedEntry): void => {
      const whole = entry.entry === expected && entry.previousHash === previous && entryHash(entry) === entry.hash
      if (!whole) broken ??= expected
      expected += 1
      previous = entry.hash
    },
    /** The number of the first entry that is not what was written; null when the chain is whole and ends where the ledger says, at `head`. */
    firstBroken: (head: Pick<HashedEntry, 'entry' | 'hash'>): number | null => broken ?? (head.entry === expected - 1 && head.hash === previous ? null : expected),
  }
}
