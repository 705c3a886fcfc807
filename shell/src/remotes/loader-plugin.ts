import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import type { PageData } from '@checkin/releases'
import { scriptPolicy } from './policy-names.ts'
import { versionsOf } from './report.ts'

/** Milliseconds after which an entry script counts as lost; the runtime's own limit is 20 s. */
export const entryDeadlineMs = 2800

/** An address that the release set does not name with a hash: it is not loaded, whoever asks. */
export class NotInReleaseError extends Error {
  override readonly name = 'NotInReleaseError'
}

/** Absolute address to `sha384-…`, for every file of every module version that this page may run. */
export function integrityByAddress(page: PageData, origin: string): ReadonlyMap<string, string> {
  return new Map(versionsOf(page).flatMap(({ integrity }) => Object.entries(integrity).map(([path, hash]) => [new URL(path, origin).href, hash] as const)))
}

/**
 * Makes the federation runtime load only what the release set names: every script gets its hash, and an address without
 * one throws before any request. The remotes' own chunks carry their hashes inside the checked entry.
 */
export function loaderPlugin(page: PageData, origin = location.origin): ModuleFederationRuntimePlugin {
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
  return {
    name: 'checkin-loader',
    createScript: ({ url }) => {
      const times = (asked.get(url) ?? 0) + 1
      asked.set(url, times)
      const script = document.createElement('script')
      script.integrity = hashOf(url)
      script.crossOrigin = 'anonymous'
      // The browser keeps a second request for an address waiting while the first hangs, so a retry asks by another name.
      script.src = policy.createScriptURL(times > 1 ? `${url}?try=${times}` : url)
      return { script, timeout: entryDeadlineMs }
    },
  }
}
