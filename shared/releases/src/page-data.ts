/** One module version as the browser's loader needs it. */
export interface PageModule {
  readonly name: string
  readonly version: string
  readonly uniqueName: string
  /** Folder of the version with a trailing slash, `/assets/<name>/<version>/`. */
  readonly base: string
  /** Address of the entry script. */
  readonly entry: string
  /** Address -> `sha384-…` of what the loader itself may load, the entry; the entry holds the hashes of its chunks. The loader refuses an address that is not here. */
  readonly integrity: Readonly<Record<string, string>>
  readonly steps: readonly string[]
  /** What operators set about it, defaults included; absent for a version without settings. */
  readonly settings?: Readonly<Record<string, boolean | number | string>>
  /** Addresses of what its first load asks for, in the page's language: for loading it ahead. */
  readonly ahead?: readonly string[]
  /** The tenant's last good version of the module, when it differs. */
  readonly lastGood?: PageModule
}

/**
 * What the site server writes into the HTML as `<script type="application/json" id="page-data">`
 * and the shell reads before anything else. Holds nothing personal: HTML is shared by all sessions.
 */
export interface PageData<Config = unknown, Terms = unknown> {
  readonly tenant: { readonly host: string; readonly name: string; readonly timeZone: string }
  readonly language: string
  readonly config: Config
  readonly terms: Terms
  readonly release: { readonly setId: number; readonly shellVersion: string }
  readonly modules: Readonly<Record<string, PageModule>>
}
