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

/** Makes only addresses of files below a folder. */
const below = (folder: string) => (address: string): string => {
  if (!new URL(address, folder).href.startsWith(folder)) throw new TypeError(address)
  return address
}

/**
 * Takes the policy names of all versions that this page may run before any other code can (SEC-21): each makes addresses of its own version's files only, and the
 * runtime of a version gets it whenever it asks. A foreign script that asks by such a name gets the same and can load nothing of its own.
 */
export function claimPolicies(page: PageData, shell: { readonly name: string; readonly version: string }, origin = location.origin): void {
  const factory = factoryOf()
  if (!factory) return
  const native = factory.createPolicy.bind(factory)
  const claimed = new Map<string, ScriptPolicy>()
  for (const { uniqueName, base } of [{ uniqueName: shell.name, base: `/assets/shell/${shell.version}/` }, ...versionsOf(page)]) {
    try {
      claimed.set(uniqueName, native(uniqueName, { createScriptURL: below(origin + base) }))
    } catch {
      // Taken already, which only the shell's own runtime can: no other code runs before this.
    }
  }
  Object.defineProperty(factory, 'createPolicy', { value: (name: string, rules: ScriptPolicy) => claimed.get(name) ?? native(name, rules) })
}
