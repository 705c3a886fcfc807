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

/** A version and the folder of its files, with a trailing slash. */
interface Named {
  readonly uniqueName: string
  readonly base: string
}

const claimed = new Map<string, ScriptPolicy>()
let native: PolicyFactory['createPolicy'] | undefined

/** The browser's own function; from now on whoever asks by a claimed name gets what was claimed. */
function nativeOf(factory: PolicyFactory): PolicyFactory['createPolicy'] {
  if (native) return native
  const own = factory.createPolicy.bind(factory)
  Object.defineProperty(factory, 'createPolicy', { value: (name: string, rules: ScriptPolicy) => claimed.get(name) ?? own(name, rules) })
  native = own
  return own
}

function claim(versions: readonly Named[], origin: string): void {
  const factory = factoryOf()
  if (!factory) return
  const create = nativeOf(factory)
  for (const { uniqueName, base } of versions.filter((version) => !claimed.has(version.uniqueName))) {
    try {
      claimed.set(uniqueName, create(uniqueName, { createScriptURL: below(origin + base) }))
    } catch {
      // Taken already, which only the shell's own runtime can: no other code runs before this.
    }
  }
}

const namedShell = ({ name, version }: { readonly name: string; readonly version: string }): Named => ({ uniqueName: name, base: `/assets/shell/${version}/` })

/** Takes the shell's own name before its first script asks for another file. */
export const claimShellPolicy = (shell: { readonly name: string; readonly version: string }, origin = location.origin): void => { claim([namedShell(shell)], origin) }

/**
 * Takes the policy names of all versions that this page may run before any other code can (SEC-21): each makes addresses of its own version's files only, and the
 * runtime of a version gets it whenever it asks. A foreign script that asks by such a name gets the same and can load nothing of its own.
 */
export const claimPolicies = (page: PageData, shell: { readonly name: string; readonly version: string }, origin = location.origin): void => { claim([namedShell(shell), ...versionsOf(page)], origin) }
