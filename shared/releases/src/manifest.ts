import { SparseRows } from '@checkin/routes/row'
import * as z from 'zod'
import { SettingSpecs } from './module-settings.ts'

/** Subresource integrity of one file, `sha384-<base64>`. */
export const Integrity = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)
/** A path inside a module version's folder, never absolute and never leaving it. */
export const FilePath = z.string().regex(/^(?!\/)(?!.*\.\.)[\w@.\-/]+$/)
export const Version = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
/** `shell` or a remote's folder name. */
export const ReleasableName = z.string().regex(/^(shell|mfe-[a-z0-9-]+)$/)

/**
 * Pre-rendered HTML that the site server may put into a page before any script has run (decision 0080). The shell brings the page around a
 * screen, a remote the screens that need nothing of a session.
 */
export const FirstScreens = z.strictObject({
  /** Digest of the kit that everything was rendered with. A screen rendered with another kit than the shell's is not used. */
  kit: z.string().regex(/^[0-9a-f]{64}$/),
  /** Screen -> language -> file with a `PrerenderedScreen`; the shell also has one called `waiting`, for addresses whose screen is not known in advance. */
  screens: z.record(z.string(), z.record(z.string(), FilePath)),
  /** Shell only: every rule of its stylesheet in order, a JSON array of texts; `PrerenderedScreen.rules` are places in it. */
  rules: z.optional(FilePath),
  /** Shell only: the inline script that captures input until the page hydrates. */
  hold: z.optional(FilePath),
})
export type FirstScreens = z.infer<typeof FirstScreens>

/** The flow's contract as a shell was built with it (decision 0177). */
export const FlowOfShell = z.strictObject({
  /** Screens after which one of another module may stand, in their order. */
  slots: z.array(z.string()),
  /** The rows of its own table; what a set brings beyond them goes with the page's data. */
  screens: SparseRows,
})
export type FlowOfShell = z.infer<typeof FlowOfShell>

/** A screen pre-rendered in one language, without a tenant in it. */
export const PrerenderedScreen = z.strictObject({
  /** As on a phone. */
  html: z.string(),
  /** Shell only: the page as on a desktop, its `main` empty. */
  wide: z.optional(z.string()),
  /** Shell only: the same page for a tenant that has none of these modules (by `viewTag`) switched on. */
  without: z.optional(z.strictObject({ modules: z.array(z.string()).min(1), html: z.string(), wide: z.string() })),
  /** Places in the shell's list of rules of those that match the screen. */
  rules: z.array(z.number().int().nonnegative()),
  /** Remote only: those of its own rules that match the screen. */
  css: z.optional(z.string()),
})
export type PrerenderedScreen = z.infer<typeof PrerenderedScreen>

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
  /** Chunk of the messages per language. */
  words: z.record(z.string(), z.array(FilePath)),
  /** Shell only: share key -> chunks that bring it; keys in the entry itself have an empty list. */
  provides: z.record(z.string(), z.array(FilePath)),
  /** Shell only: share key -> installed version. */
  shareVersions: z.optional(z.record(z.string(), z.string())),
  /** Remote only: share key -> range of versions that it runs with. */
  shareRanges: z.optional(z.record(z.string(), z.string())),
  /** Remote only: its container brings what it runs on. One of a build from before looks for the federation runtime in the page (decision 0293). */
  runtimeFree: z.optional(z.literal(true)),
  /** Remote only: share keys that it takes from the shell. */
  consumes: z.array(z.string()),
  /** Remote only: those of `consumes` that its first load needs; the others belong to parts that it loads later. */
  firstConsumes: z.optional(z.array(z.string())),
  /** Contract versions: given by the shell (exact), needed by a remote (ranges). */
  contracts,
  /** Screens that it brings, by route name. */
  steps: z.array(z.string()),
  /** Remote only: the rows of these screens (DEC-195). A build from before has none: its screens are those of the flow's contract. */
  screens: z.optional(SparseRows),
  /** Shell only: what the flow that it runs knows of screens. A shell from before takes no screens of others. */
  flow: z.optional(FlowOfShell),
  /** Remote only: what operators may set about it, per tenant. */
  settings: z.optional(SettingSpecs),
  /** Absent in a version without pre-rendered screens: the page then waits for its scripts. */
  firstScreens: z.optional(FirstScreens),
  /** File of the `PublicContract`; compared with the next version's when that is published. */
  publicContract: z.optional(FilePath),
  files: z.array(z.strictObject({ path: FilePath, integrity: Integrity, bytes: z.number().int().nonnegative() })).min(1),
})
export type ModuleManifest = z.infer<typeof ModuleManifest>
