import type { ModuleManifest } from './manifest.ts'

/** Why a set may not exist. */
export type SetProblem =
  | { readonly code: 'unmet-contract'; readonly module: string; readonly contract: string; readonly needs: string; readonly given: string }
  | { readonly code: 'missing-share-key'; readonly module: string; readonly key: string }
  | { readonly code: 'name-used-twice'; readonly module: string; readonly uniqueName: string }
  | { readonly code: 'wrong-place'; readonly module: string }
  | { readonly code: 'step-brought-twice'; readonly module: string; readonly step: string }

const parts = (version: string): [number, number, number] => {
  const [major = 0, minor = 0, patch = 0] = version.replace(/^[\^~]/, '').split('-')[0]?.split('.').map(Number) ?? []
  return [major, minor, patch]
}

/** True when `version` is in `range`: `^1.2.0` (same major, not older), `~1.2.0` (same minor, not older) or exactly `1.2.0`. */
export function meets(range: string, version: string): boolean {
  const [wantedMajor, wantedMinor, wantedPatch] = parts(range)
  const [major, minor, patch] = parts(version)
  if (major !== wantedMajor) return false
  // Below 1.0.0 a minor may break, so a caret holds the minor too.
  const minorIsFixed = range.startsWith('~') || !range.startsWith('^') || major === 0
  if (minorIsFixed && minor !== wantedMinor) return false
  if (!/^[\^~]/.test(range)) return patch === wantedPatch
  return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch)
}

/** Everything that is wrong with a choice of versions; empty when it may become a set. Asked before any renter sees it. */
export function checkSet(shell: ModuleManifest, modules: Readonly<Record<string, ModuleManifest>>): readonly SetProblem[] {
  const problems: SetProblem[] = []
  if (shell.name !== 'shell') problems.push({ code: 'wrong-place', module: shell.name })
  const names = new Map([[shell.uniqueName, shell.name]])
  const steps = new Map<string, string>()
  for (const [name, manifest] of Object.entries(modules)) {
    if (name !== manifest.name || manifest.name === 'shell') problems.push({ code: 'wrong-place', module: name })
    if (names.has(manifest.uniqueName)) problems.push({ code: 'name-used-twice', module: name, uniqueName: manifest.uniqueName })
    names.set(manifest.uniqueName, name)
    for (const [contract, needs] of Object.entries(manifest.contracts)) {
      const given = shell.contracts[contract as keyof typeof shell.contracts] ?? ''
      if (!meets(needs, given)) problems.push({ code: 'unmet-contract', module: name, contract, needs, given })
    }
    for (const key of manifest.consumes.filter((each) => !(each in shell.provides))) problems.push({ code: 'missing-share-key', module: name, key })
    for (const step of manifest.steps) {
      if (steps.has(step)) problems.push({ code: 'step-brought-twice', module: name, step })
      steps.set(step, name)
    }
  }
  return problems
}
