import { createHash } from 'node:crypto'
import { unmetNeeds, type ModuleManifest, type ReleaseSet, type SettingValues, type TenantPointer } from '@checkin/releases'
import { versionKey, type Releases } from './snapshot.ts'

/** Where to look for what a module that can't run may be replaced with: what the tenant serves to everybody else, then what it served before. */
function candidates(releases: Releases, pointer: TenantPointer, name: string): readonly (ReleaseSet | undefined)[] {
  const before = pointer.lastGood[name]
  return [releases.sets.get(pointer.setId), before === undefined ? undefined : releases.sets.get(before)]
}

/** A module version that needs more of the shell than this page's shell gives would only fail again. */
const fits = (module: ModuleManifest, shell: ModuleManifest): boolean => unmetNeeds(shell, module).length === 0

/**
 * The last good version of each module of a set, in the form of a set: whatever a killed or a newer version broke, each module
 * falls back by itself. Null when no module has one.
 */
export function lastGoodOf(releases: Releases, pointer: TenantPointer, set: ReleaseSet): ReleaseSet | null {
  const found = Object.values(set.modules).flatMap(({ name, version }) => {
    for (const candidate of candidates(releases, pointer, name)) {
      const module = candidate?.modules[name]
      if (module && module.version !== version && !releases.killed.has(versionKey(name, module.version)) && fits(module, set.shell)) return [{ name, module, settings: candidate.settings?.[name] }]
    }
    return []
  })
  if (found.length === 0) return null
  // Each with what was set of it when it served.
  const settings = Object.fromEntries(found.flatMap(({ name, settings: values }) => (values ? [[name, values] as const] : [])))
  return { ...set, id: numberOf(found), modules: Object.fromEntries(found.map(({ name, module }) => [name, module])), settings }
}

/** Tells two such choices apart where a set is told apart by its number. */
function numberOf(found: readonly { readonly module: ModuleManifest; readonly settings: SettingValues | undefined }[]): number {
  const text = found.map(({ module, settings }) => `${versionKey(module.name, module.version)} ${JSON.stringify(settings ?? {})}`).sort().join(' ')
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) + 1
}
