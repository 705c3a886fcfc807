import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ModuleManifest } from '@checkin/releases'
import { sign } from '@checkin/releases/signing'
import { publishModule } from '../features/modules/modules.contract.ts'
import { moduleKey, registerKey } from './module-key.ts'
import { provenanceOf } from './provenance-of.ts'
import { RefusedError, type RegistryClient } from './registry-client.ts'
import type { CliSettings } from './settings.ts'

export interface BuiltModule {
  readonly manifest: ModuleManifest
  readonly outDir: string
}

/** Builds a module unless its last build still holds. */
export type Build = (dir: string, options: { readonly version?: string }) => Promise<BuiltModule>

/** Builds, signs and uploads one module. Answers what happened in a sentence. */
export async function publishCommand(client: RegistryClient, settings: CliSettings, build: Build, dir: string, version: string | undefined): Promise<string> {
  const { manifest, outDir } = await build(resolve(dir), version === undefined ? {} : { version })
  const key = await moduleKey(settings, manifest.name)
  const files = await Promise.all(manifest.files.map(async ({ path }) => ({ path, base64: (await readFile(join(outDir, path))).toString('base64') })))
  const provenance = sign(JSON.stringify(await provenanceOf(resolve(dir), manifest)), key)
  const upload = () => client.call(publishModule, {
    as: `publisher-${manifest.name}`, params: { name: manifest.name }, body: { manifest: sign(JSON.stringify(manifest), key), provenance, files },
  })
  const published = await upload().catch(async (error: unknown) => {
    // The demo's registry does not know a key that was just made; elsewhere an operator has to say so.
    if (!(error instanceof RefusedError && error.code === 'WrongKey' && settings.demo)) throw error
    await registerKey(client, manifest.name, key)
    return upload()
  })
  const done = published.repeated ? 'was published already' : 'is published'
  return [`${published.name}@${published.version} ${done}: ${files.length} files, ${published.ownBytes} bytes of its own compressed`, ...published.warnings].join('\n')
}
