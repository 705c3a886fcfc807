import type { PageData } from '@checkin/releases'
import { versionsOf } from './report.ts'

/** A Trusted Types policy, as far as pages need it. What it makes stands where a string does. */
export interface ScriptPolicy {
  readonly createScriptURL: (address: string) => string
}

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy
}

const factoryOf = (): PolicyFactory | undefined => Reflect.get(globalThis, 'trustedTypes') as PolicyFactory | undefined

/** Makes the policy of a name; where the browser knows none, the rule itself still holds. */
export const scriptPolicy = (name: string, createScriptURL: ScriptPolicy['createScriptURL']): ScriptPolicy => factoryOf()?.createPolicy(name, { createScriptURL }) ?? { createScriptURL }

/** Makes only addresses of files below a folder of this origin. */
const below = (folder: string, origin: string) => (address: string): string => {
  const { origin: from, pathname } = new URL(address, origin)
  if (from !== origin || !pathname.startsWith(folder)) throw new TypeError(`${address} is no file of this version`)
  return address
}

/**
 * Takes the policy names of all versions that this page may run before any other code can (SEC-21): each makes addresses of its own version's files only, and the
 * runtime of a version gets it whenever it asks. A foreign script that asks by such a name gets the same and can load nothing of its own.
 */
export function claimPolicies(page: PageData, shell: { readonly name: string; readonly version: string }, origin = location.origin): void {
  const factory = factoryOf()
  if (!factory) return
  const folders = new Map([[shell.name, `/assets/shell/${shell.version}/`], ...versionsOf(page).map(({ uniqueName, base }) => [uniqueName, base] as const)])
  const native = factory.createPolicy.bind(factory)
  const claimed = new Map<string, ScriptPolicy>()
  for (const [name, folder] of folders) {
    try {
      claimed.set(name, native(name, { createScriptURL: below(folder, origin) }))
    } catch {
      // Taken already, which only the shell's own runtime can: no other code runs before this.
    }
  }
  Object.defineProperty(factory, 'createPolicy', { value: (name: string, rules: ScriptPolicy) => claimed.get(name) ?? native(name, rules) })
}
