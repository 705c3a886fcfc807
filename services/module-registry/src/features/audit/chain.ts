import { createHash } from 'node:crypto'

/** One line of the audit as its hash covers it. */
export interface AuditEntry {
  readonly entry: number
  /** Instant, ISO 8601. */
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  /** JSON. */
  readonly before: string
  /** JSON. */
  readonly after: string
  readonly reason: string
  /** Hash of the entry before; empty for the first. */
  readonly previousHash: string
}

export interface HashedEntry extends AuditEntry {
  readonly hash: string
}

/** SHA-256 over all that an entry says and over the hash before it, so that no entry can change, vanish or move unseen. */
export function entryHash({ entry, at, actor, action, subject, before, after, reason, previousHash }: AuditEntry): string {
  return createHash('sha256').update(JSON.stringify([entry, at, actor, action, subject, before, after, reason, previousHash])).digest('hex')
}

/** The number of the first entry that is not what was written; null when the chain is whole and ends with `head`. */
export function firstBroken(entries: readonly HashedEntry[], head: { readonly entry: number; readonly hash: string }): number | null {
  let previous = ''
  for (const [index, entry] of entries.entries()) {
    if (entry.entry !== index + 1 || entry.previousHash !== previous || entryHash(entry) !== entry.hash) return index + 1
    previous = entry.hash
  }
  return entries.length === head.entry && previous === head.hash ? null : entries.length + 1
}
