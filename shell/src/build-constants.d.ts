/** Filled in by the build (shared/tooling/src/rspack-preset.ts). */
declare const CHECKIN_SHELL: { readonly name: string; readonly version: string }
/** Installed version of every share key. */
declare const CHECKIN_SHARE_VERSIONS: Readonly<Record<string, string>>
