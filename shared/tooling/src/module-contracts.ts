import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RemoteManifest } from '@checkin/remote/manifest'
import type { ModuleManifest } from '@checkin/releases'
import { folderOfPackage, projectRoot } from './ownership.ts'

const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(file).href) as Promise<Record<string, unknown>>

/** What a remote's `remote.manifest.ts` declares. */
export async function readRemoteManifest(dir: string): Promise<RemoteManifest> {
  const file = join(dir, 'remote.manifest.ts')
  const exported = Object.values(await load(file)).map((each) => RemoteManifest.safeParse(each))
  const found = exported.find((result) => result.success)
  if (found) return found.data
  const [problem] = exported.flatMap((result) => result.error?.message ?? [])
  throw new Error(`${file} exports no valid manifest${problem === undefined ? '' : `: ${problem}`}`)
}

async function versionIn(file: string): Promise<string> {
  const version = Object.values(await load(file)).find((each) => typeof each === 'string')
  if (typeof version !== 'string') throw new Error(`${file} exports no version`)
  return version
}

/** The exact contract versions that a build of the shell gives to remotes. */
export async function givenContracts(shellDir: string): Promise<ModuleManifest['contracts']> {
  const shared = (name: string): Promise<string> => versionIn(join(projectRoot, folderOfPackage(projectRoot, `@checkin/${name}`) ?? '', 'src/version.ts'))
  const [shell, flow, rest, ui] = await Promise.all([versionIn(join(shellDir, 'src/version.ts')), shared('flow'), shared('api'), shared('ui')])
  return { shell, flow, rest, ui }
}
