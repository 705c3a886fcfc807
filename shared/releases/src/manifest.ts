import * as z from 'zod'

/** Subresource integrity of one file, `sha384-<base64>`. */
export const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)
/** A path inside a module version's folder, never absolute and never leaving it. */
export const FilePath = z.string().regex(/^(?!\/)(?!.*\.\.)[\w@.\-/]+$/)
export const Version = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
/** `shell` or a remote's folder name. */
export const ReleasableName = z.string().regex(/^(shell|mfe-[a-z0-9-]+)$/)

const contracts = z.partialRecord(z.enum(['shell', 'flow', 'rest', 'ui']), z.string())

/**
 * What a build of one module version consists of; made by the build, signed by the module's key at publish,
 * immutable from then on. Addresses are `/assets/<name>/<version>/<path>`.
 */
export const ModuleManifest = z.strictObject({
  name: ReleasableName,
  version: Version,
  /** Container and chunk-array name, `<name>_<version>` with `_` for anything else: two versions may share a page. */
  uniqueName: z.string().regex(/^\w+$/),
  /** The first script: the shell's `main.js`, a remote's `remoteEntry.js`. */
  entry: FilePath,
  /** Files that the entry asks for at once: the exposed chunk of a remote, the core chunks of the shell. */
  initial: z.array(FilePath),
  /** Stylesheets of the first load. */
  styles: z.array(FilePath),
  /** Chunk of the words per language. */
  words: z.record(z.string(), z.array(FilePath)),
  /** Shell only: share key -> chunks that bring it; keys in the entry itself have an empty list. */
  provides: z.record(z.string(), z.array(FilePath)),
  /** Remote only: share keys that it takes from the shell. */
  consumes: z.array(z.string()),
  /** Remote only: those of `consumes` that its first load needs; the others belong to parts that it loads later. */
  firstConsumes: z.optional(z.array(z.string())),
  /** Contract versions: given by the shell (exact), needed by a remote (ranges). */
  contracts,
  /** Screens that it brings, by route name. */
  steps: z.array(z.string()),
  files: z.array(z.strictObject({ path: FilePath, integrity: Integrity, bytes: z.number().int().nonnegative() })).min(1),
})
export type ModuleManifest = z.infer<typeof ModuleManifest>
