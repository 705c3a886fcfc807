import type { PageData } from '@checkin/releases'
import { scriptPolicy } from './policy-names.ts'
import { LoadError, versionsOf } from './report.ts'

/** Milliseconds after which an entry script counts as lost. */
export const entryDeadlineMs = 2800

/** An address that the release set does not name with a hash: it is not loaded, whoever asks. */
export class NotInReleaseError extends Error {
  override readonly name = 'NotInReleaseError'
}

/** Absolute address to `sha384-…`, for every file of every module version that this page may run. */
export function integrityByAddress(page: PageData, origin: string): ReadonlyMap<string, string> {
  return new Map(versionsOf(page).flatMap(({ integrity }) => Object.entries(integrity).map(([path, hash]) => [new URL(path, origin).href, hash] as const)))
}

/** Makes the script of an entry. @throws NotInReleaseError for an address that the release set does not name. */
export type MakeScript = (address: string) => HTMLScriptElement

/**
 * Makes scripts only of what the release set names: every one gets its hash, and an address without one throws before any request. The remotes' own
 * chunks carry their hashes inside the checked entry.
 */
export function entryScripts(page: PageData, origin = location.origin): MakeScript {
  const hashes = integrityByAddress(page, origin)
  const hashOf = (address: string): string => {
    const { origin: from, pathname } = new URL(address, origin)
    const hash = hashes.get(from + pathname)
    if (hash === undefined) throw new NotInReleaseError(`${address} is not part of this release`)
    return hash
  }
  const policy = scriptPolicy('checkin-loader', (address) => {
    hashOf(address)
    return address
  })
  const asked = new Map<string, number>()
  return (address) => {
    const times = (asked.get(address) ?? 0) + 1
    asked.set(address, times)
    const script = document.createElement('script')
    script.integrity = hashOf(address)
    script.crossOrigin = 'anonymous'
    // The browser keeps a second request for an address waiting while the first hangs, so a retry asks by another name.
    script.src = policy.createScriptURL(times > 1 ? `${address}?try=${times}` : address)
    return script
  }
}

/** Runs a script in the page. Rejects with a `LoadError` when it does not come, or not in time; whether it threw, only what it should have left shows. */
export const runScript = (script: HTMLScriptElement): Promise<void> => new Promise((done, fail) => {
  const timer = setTimeout(() => { fail(new LoadError('too-slow')) }, entryDeadlineMs)
  script.onload = () => {
    clearTimeout(timer)
    done()
  }
  script.onerror = () => {
    clearTimeout(timer)
    fail(new LoadError('unreachable'))
  }
  document.head.append(script)
})
