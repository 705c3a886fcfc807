import type { ModuleManifest, ReleaseSet } from '@checkin/releases'
import { integrityOf } from '@checkin/releases/signing'
import { repeat, type Service } from '@checkin/server'
import { versionKey } from '../releases/snapshot.ts'
import { readAsset, type AssetReader } from './asset-reader.ts'

/** Versions that are checked at the same moment, and their files one after the other: nobody waits for this but the readiness. */
const atOnce = 4

/** A version that was whole is not looked at again. Answers what is missing or changed, `name@version path`. */
function servedFiles(assets: AssetReader): (sets: Iterable<ReleaseSet>) => Promise<readonly string[]> {
  const whole = new Set<string>()
  const problemsOf = async ({ name, version, files }: ModuleManifest): Promise<readonly string[]> => {
    const problems: string[] = []
    for (const { path, integrity } of files) {
      const bytes = await readAsset(assets, `${name}/${version}/${path}`).catch(() => null)
      if (!bytes || integrityOf(bytes) !== integrity) problems.push(`${versionKey(name, version)} ${path}`)
    }
    if (problems.length === 0) whole.add(versionKey(name, version))
    return problems
  }
  return async (sets) => {
    const served = new Map([...sets].flatMap(({ shell, modules }) => [shell, ...Object.values(modules)]).map((each) => [versionKey(each.name, each.version), each]))
    const open = [...served].filter(([key]) => !whole.has(key)).map(([, manifest]) => manifest)
    const problems: string[] = []
    for (let from = 0; from < open.length; from += atOnce) problems.push(...(await Promise.all(open.slice(from, from + atOnce).map(problemsOf))).flat())
    return problems
  }
}

export interface ServedFilesOptions {
  readonly assets: AssetReader
  /** Sets that this server serves; null while it knows none. */
  readonly sets: () => Iterable<ReleaseSet> | null
  readonly log: Service['app']['log']
  readonly everyMs: number
}

export interface ServedFiles {
  /** True once every file of the sets of then was there, as its manifest says. */
  readonly areWhole: () => boolean
  readonly stop: () => void
}

/**
 * Looks whether this server has every file of the sets that it serves, with the hash of its manifest (REL-15). Until it had them all once it is not ready.
 * What a later set lacks is told in the log and takes no server out, because all of them would go at the same moment.
 */
export function watchServedFiles({ assets, sets, log, everyMs }: ServedFilesOptions): ServedFiles {
  const lookAt = servedFiles(assets)
  let isWhole = false
  let reported = ''
  const { run, stop } = repeat(async () => {
    const known = sets()
    if (!known) return
    const problems = await lookAt(known)
    isWhole ||= problems.length === 0
    if (problems.join() !== reported && problems.length > 0) log.error({ files: problems.slice(0, 20), count: problems.length }, 'files of served sets are missing or not those that were signed')
    reported = problems.join()
  }, everyMs)
  void run()
  return { areWhole: () => isWhole, stop }
}
