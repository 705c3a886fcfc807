import { screenProblems, type ScreenProblem } from './check-screens.ts'
import type { ModuleManifest } from './manifest.ts'
import { settingProblems, type SettingValues } from './module-settings.ts'

/** Why a set may not exist. */
export type SetProblem =
  | { readonly code: 'unmet-contract'; readonly module: string; readonly contract: string; readonly needs: string; readonly given: string }
  | { readonly code: 'missing-share-key'; readonly module: string; readonly key: string }
  | { readonly code: 'unmet-share'; readonly module: string; readonly key: string; readonly needs: string; readonly given: string }
  | { readonly code: 'unreadable-share-range'; readonly module: string; readonly key: string; readonly needs: string }
  | { readonly code: 'second-copy'; readonly module: string; readonly key: string }
  | { readonly code: 'name-used-twice'; readonly module: string; readonly uniqueName: string }
  | { readonly code: 'unknown-setting' | 'wrong-setting'; readonly module: string; readonly setting: string }
  | { readonly code: 'wrong-place'; readonly module: string }
  | { readonly code: 'step-brought-twice'; readonly module: string; readonly step: string }
  | ScreenProblem

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

const range = /^[\^~]?\d+\.\d+\.\d+(-[\w.]+)?$/

/** A share key whose version the shell does not provide, or whose range is no range: `catalog:` and `workspace:*` mean something in a package file only. */
function shareProblem(shell: ModuleManifest, { name: module, shareRanges }: ModuleManifest, key: string): SetProblem | null {
  if (!(key in shell.provides)) return { code: 'missing-share-key', module, key }
  // Older builds record no ranges.
  if (shareRanges === undefined) return null
  const needs = shareRanges[key] ?? ''
  if (!range.test(needs)) return { code: 'unreadable-share-range', module, key, needs }
  const given = shell.shareVersions?.[key] ?? ''
  return meets(needs, given) ? null : { code: 'unmet-share', module, key, needs, given }
}

/** What a module needs of a shell and does not get there: contracts, shared packages, and one copy of each. Empty when it can run in it. */
export function unmetNeeds(shell: ModuleManifest, module: ModuleManifest): readonly SetProblem[] {
  const contracts = Object.entries(module.contracts).flatMap(([contract, needs]): SetProblem[] => {
    const given = shell.contracts[contract as keyof typeof shell.contracts] ?? ''
    return meets(needs, given) ? [] : [{ code: 'unmet-contract', module: module.name, contract, needs, given }]
  })
  const copies = Object.keys(module.provides).map((key): SetProblem => ({ code: 'second-copy', module: module.name, key }))
  return [...contracts, ...module.consumes.flatMap((key) => shareProblem(shell, module, key) ?? []), ...copies]
}

/** Everything that is wrong with a choice of versions; empty when it may become a set. Checked before any renter sees it. */
export function checkSet(
  shell: ModuleManifest, modules: Readonly<Record<string, ModuleManifest>>, settings: Readonly<Record<string, SettingValues>> = {},
): readonly SetProblem[] {
  const problems: SetProblem[] = Object.entries(settings).flatMap(([module, values]) => settingProblems(modules[module]?.settings ?? {}, values).map((problem) => ({ ...problem, module })))
  if (shell.name !== 'shell') problems.push({ code: 'wrong-place', module: shell.name })
  const names = new Map([[shell.uniqueName, shell.name]])
  const steps = new Map<string, string>()
  for (const [name, manifest] of Object.entries(modules)) {
    if (name !== manifest.name || manifest.name === 'shell') problems.push({ code: 'wrong-place', module: name })
    if (names.has(manifest.uniqueName)) problems.push({ code: 'name-used-twice', module: name, uniqueName: manifest.uniqueName })
    names.set(manifest.uniqueName, name)
    problems.push(...unmetNeeds(shell, manifest))
    for (const step of manifest.steps) {
      if (steps.has(step)) problems.push({ code: 'step-brought-twice', module: name, step })
      steps.set(step, name)
    }
  }
  return [...problems, ...screenProblems({ shell, modules })]
}
