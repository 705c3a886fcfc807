import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

/** Name of the file by which Module Federation's developer tools read a version; no page loads it. */
export const federationManifest = 'mf-manifest.json'

/** Name of the file that says to editors what the version's container gives. */
export const remoteTypes = 'remote.d.ts'

const Named = z.looseObject({ id: z.string() })
const Manifest = z.looseObject({ id: z.string(), metaData: z.looseObject({ types: z.looseObject({}) }), shared: z.array(Named), exposes: z.array(Named) })

const byId = (one: { readonly id: string }, other: { readonly id: string }): number => (one.id < other.id ? -1 : 1)

const typesOf = (container: string): string => `// ${container}
import type { RemoteModule } from '@checkin/remote'

export declare const remote: RemoteModule
`

/** Makes what the compiler wrote for developer tools the same for the same sources, names the types beside it, and leaves out its statistics. */
export async function finishToolFiles(outDir: string): Promise<void> {
  const file = join(outDir, federationManifest)
  const manifest = Manifest.parse(JSON.parse(await readFile(file, 'utf8')))
  await writeFile(join(outDir, remoteTypes), typesOf(manifest.id))
  await writeFile(file, JSON.stringify({
    ...manifest, metaData: { ...manifest.metaData, types: { ...manifest.metaData.types, api: remoteTypes } }, shared: [...manifest.shared].sort(byId), exposes: [...manifest.exposes].sort(byId),
  }))
  await rm(join(outDir, 'mf-manifest-stats.json'), { force: true })
}
