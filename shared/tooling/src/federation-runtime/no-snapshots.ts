/**
 * Stands in for the federation runtime's handler of snapshots (`@module-federation/runtime-core`, `plugins/snapshot/SnapshotHandler`) in the shell's
 * build (decision 0261). A release set names each entry with its hash and the page has no snapshot, so the handler's code would be loaded for nothing.
 */
export class SnapshotHandler {
  /** Emptied by the runtime where a remote is registered with `force`, which the shell never does. */
  readonly manifestCache = new Map<string, unknown>()
  /** A system of hooks that has none: the runtime offers each plugin to it. */
  readonly hooks = { lifecycle: {}, applyPlugin(): void {}, removePlugin(): void {} }

  /** @throws always: it belongs to loading ahead by the runtime, and addresses are loaded ahead by the page itself. */
  loadRemoteSnapshotInfo(): never {
    throw new Error('The page has no snapshots of remotes')
  }
}

/** What a snapshot says of a remote: nothing. */
export const getGlobalRemoteInfo = (): Readonly<Record<string, undefined>> => ({})
