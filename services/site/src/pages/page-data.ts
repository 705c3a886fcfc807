import { providedScreens, effectiveSettings, type ModuleManifest, type OwnTexts, type PageData, type PageModule, type ReleaseSet, type SettingValues } from '@checkin/releases'
import { addressOf } from './preloads.ts'

/** A module of a set with what is set of it there. */
interface SetModule {
  readonly manifest: ModuleManifest
  readonly settings: SettingValues | undefined
}

const moduleOf = (set: ReleaseSet | null, name: string): SetModule | undefined => {
  const manifest = set?.modules[name]
  return set && manifest ? { manifest, settings: set.settings?.[name] } : undefined
}

/** A module version as the browser's loader needs it. */
export function pageModule({ manifest, settings }: SetModule, language: string, lastGood?: SetModule): PageModule {
  return {
    name: manifest.name,
    version: manifest.version,
    uniqueName: manifest.uniqueName,
    base: addressOf(manifest, ''),
    entry: addressOf(manifest, manifest.entry),
    // The entry holds the hashes of everything that it loads.
    integrity: Object.fromEntries(manifest.files.filter(({ path }) => path === manifest.entry).map((file) => [addressOf(manifest, file.path), file.integrity])),
    steps: manifest.steps,
    ...(manifest.runtimeFree && { runtimeFree: true }),
    ...(manifest.settings && { settings: effectiveSettings(manifest.settings, settings) }),
    ahead: [manifest.entry, ...manifest.initial, ...manifest.styles, ...(manifest.words[language] ?? [])].map((path) => addressOf(manifest, path)),
    ...(lastGood && lastGood.manifest.version !== manifest.version ? { lastGood: pageModule(lastGood, language) } : {}),
  }
}

export interface PageDataInput {
  readonly tenant: PageData['tenant']
  readonly language: string
  readonly config: unknown
  readonly terms: unknown
  /** Of the company's own, in its languages. */
  readonly texts?: OwnTexts | undefined
  readonly set: ReleaseSet
  /** The tenant's set before this one: its versions are the last good ones. */
  readonly lastGood: ReleaseSet | null
}

export function pageData(input: PageDataInput): PageData {
  const screens = providedScreens(input.set)
  return {
    tenant: input.tenant,
    language: input.language,
    config: input.config,
    terms: input.terms,
    release: { setId: input.set.id, shellVersion: input.set.shell.version },
    modules: Object.fromEntries(
      Object.entries(input.set.modules).map(([name, manifest]) => [name, pageModule({ manifest, settings: input.set.settings?.[name] }, input.language, moduleOf(input.lastGood, name))]),
    ),
    ...(screens.length > 0 && { screens }),
    ...(input.texts && { texts: input.texts }),
  }
}

/** Names of the Trusted Types policies that the page's own code creates: one of the loader, one per version of a module that the page may run. */
export function trustedTypesOf(set: ReleaseSet, lastGood: ReleaseSet | null): readonly string[] {
  const versions = Object.entries(set.modules).flatMap(([name, module]) => [module, lastGood?.modules[name] ?? module])
  // A name that no version of this page takes would be open to any other script (SEC-21).
  return ['checkin-loader', ...new Set([set.shell.uniqueName, ...versions.map((module) => module.uniqueName)])]
}

/** JSON that may stand inside a script element: nothing in it can close the element or open a comment. */
export const jsonForHtml = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
