/** A key as it may lie in the database: wrapped, and with which key. */
export interface WrappedKey {
  readonly wrapped: Buffer
  readonly wrappedWith: string
}

/**
 * Wraps the keys of tenants with keys that no database ever sees (decision 0190). The one that comes with the product reads them from a file; a key
 * management service takes its place by these three calls. `owner` names whose key it is: what was wrapped for one does not open for another.
 */
export interface KeyService {
  /** Wraps with the key that is current. */
  readonly wrap: (owner: string, key: Buffer) => Promise<WrappedKey>
  /** Throws KeysUnavailable when that key is not here, or did not wrap this. */
  readonly unwrap: (owner: string, key: WrappedKey) => Promise<Buffer>
  /** The ids of all keys that it has, and of the one that wraps; whether that one can be changed for another. Nothing of the keys themselves. */
  readonly keys: () => Promise<{ readonly current: string; readonly ids: readonly string[]; readonly isChangeable: boolean }>
}
