import type { Readable } from 'node:stream'

/** An object with its bytes still to come; reading it to its end throws FilesUnavailable when it breaks off, is too slow, or is not what was stored. */
export interface StoredObject {
  readonly bytes: Readable
  /** Length in bytes. */
  readonly size: number
}

/** Objects of one bucket by their keys. Every call throws FilesUnavailable while the store cannot serve. */
export interface ObjectStore {
  /** Null when there is none. */
  readonly open: (key: string) => Promise<StoredObject | null>
  /** The same, read whole. */
  readonly read: (key: string) => Promise<Buffer | null>
  readonly has: (key: string) => Promise<boolean>
  /** Stores bytes with their hash, instead of those that are there. */
  readonly write: (key: string, bytes: Buffer) => Promise<void>
  /** Removing what is gone already is no error. */
  readonly remove: (key: string) => Promise<void>
}

/** Why files cannot be had: the store does not answer (in time), refuses this installation, or gave other bytes than were stored. */
export type FilesTrouble = 'away' | 'refused' | 'damaged'

/**
 * Pictures, documents or module files cannot be stored or read at the moment; nothing was begun. Calls are answered 503 with when to come back, and the
 * log has the kind and the store's own code.
 */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable'
  readonly kind: FilesTrouble
  /** What the store or the system called it, as `NoSuchBucket` or `ECONNREFUSED`: never a text. */
  readonly code: string

  constructor(kind: FilesTrouble, code: string, options: ErrorOptions = {}) {
    super(`files are ${kind}: ${code}`, options)
    this.kind = kind
    this.code = code
  }
}
