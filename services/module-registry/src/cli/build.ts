import type { ModuleManifest } from '@checkin/releases'

export interface BuiltModule {
  readonly manifest: ModuleManifest
  readonly outDir: string
}

/** Builds a module unless its last build still holds. */
export type Build = (dir: string, options: { readonly version?: string }) => Promise<BuiltModule>
