import type { SparseRow } from '@checkin/routes'
import * as z from 'zod/mini'

const versionShape = {
  name: z.string(),
  version: z.string(),
  uniqueName: z.string(),
  /** Folder of the version with a trailing slash, `/assets/<name>/<version>/`. */
  base: z.string(),
  /** Address of the entry script. */
  entry: z.string(),
  /** Address -> `sha384-…` of what the loader itself may load, the entry; the entry holds the hashes of its chunks. The loader refuses an address that is not here. */
  integrity: z.record(z.string(), z.string()),
  steps: z.array(z.string()),
  /** Whether its container brings what it runs on; one from before looks for the federation runtime in the page (decision 0293). */
  runtimeFree: z.exactOptional(z.literal(true)),
  /** What operators set about it, defaults included; absent for a version without settings. */
  settings: z.exactOptional(z.record(z.string(), z.union([z.boolean(), z.number(), z.string()]))),
  /** Addresses of what its first load asks for, in the page's language: for loading it ahead. */
  ahead: z.exactOptional(z.array(z.string())),
}

/** One module version as the browser's loader needs it. */
export const PageModule = z.object({
  ...versionShape,
  /** The tenant's last good version of the module, when it differs. */
  lastGood: z.exactOptional(z.object(versionShape)),
})
export type PageModule = z.infer<typeof PageModule>

/** Texts that a company words itself: language, namespace, key (DEC-324). */
export type OwnTexts = Readonly<Partial<Record<string, Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>>>>

/**
 * What the site server writes into the HTML as `<script type="application/json" id="page-data">`
 * and the shell reads before anything else. Holds nothing personal: HTML is shared by all sessions. Of `zod/mini`, because pages load it.
 */
export const PageData = z.object({
  tenant: z.object({ host: z.string(), name: z.string(), timeZone: z.string() }),
  language: z.string(),
  /** `Config` and `Term[]` of the renter's API, which checks them. */
  config: z.unknown(),
  terms: z.unknown(),
  release: z.object({ setId: z.number(), shellVersion: z.string() }),
  modules: z.record(z.string(), PageModule),
  /** Rows of screens that the shell of the set was not built with, or otherwise; absent where there are none (DEC-195). */
  screens: z.exactOptional(z.custom<readonly SparseRow[]>()),
  /** In the tenant's languages; absent where all are the product's. */
  texts: z.exactOptional(z.custom<OwnTexts>()),
})
export type PageData = z.infer<typeof PageData>

/** Cookie that tells an open page that its versions were withdrawn: the page loads anew at its next step. */
export const releaseEndedCookie = 'release-ended'

/** The name of a cookie of the site under https: browsers take it from this very host and over TLS only (SEC-15). */
export const hostCookie = (name: string): string => `__Host-${name}`

/** What the site server fills into pre-rendered HTML. Private characters, so that no text of ours can be taken for one. */
export const placeholders = {
  /** First letter of the firm's name, or its picture in its place. */
  initial: '\uE001',
  /** The rest of the firm's name. */
  name: '\uE002',
  /** Version of the module that renders the screen. */
  version: '\uE003',
  /** The screen itself. */
  screen: '\uE004',
} as const
