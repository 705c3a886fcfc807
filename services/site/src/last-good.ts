import { createHash } from 'node:crypto'
import { unmetNeeds, type ModuleManifest, type ReleaseSet, type TenantPointer } from '@checkin/releases'
import type { Releases } from './release-source.ts'

export const versionKey = (name: string, version: string): string => `${name}@${version}`

/** What a module that can't run may be replaced with: what the tenant serves to everybody else, then what it served before. */
function candidates(releases: Releases, pointer: TenantPointer, name: string): readonly (ModuleManifest | undefined)[] {
  const before = pointer.lastGood[name]
  return [releases.sets.get(pointer.setId)?.modules[name], before === undefined ? undefined : releases.sets.get(before)?.modules[name]]
}

/** A module version that needs more of the shell than this page's shell gives would only fail again. */
const fits = (module: ModuleManifest, shell: ModuleManifest): boolean => unmetNeeds(shell, module).length === 0

/**
 * The last good version of each module of a set, in the form of a set: whatever a killed or a newer version broke, each module
 * falls back by itself. Null when no module has one.
 */
export function lastGoodOf(releases: Releases, pointer: TenantPointer, set: ReleaseSet): ReleaseSet | null {
  const modules = Object.fromEntries(Object.values(set.modules).flatMap(({ name, version }) => {
    const found = candidates(releases, pointer, name)
      .find((each) => each !== undefined && each.version !== version && !releases.killed.has(versionKey(name, each.version)) && fits(each, set.shell))
    return found ? [[name, found] as const] : []
  }))
  if (Object.keys(modules).length === 0) return null
  return { ...set, id: numberOf(Object.values(modules)), modules }
}

/** Tells two such choices apart where a set is told apart by its number. */
function numberOf(modules: readonly ModuleManifest[]): number {
  const text = modules.map(({ name, version }) => versionKey(name, version)).sort().join(' ')
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) + 1
}
