import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { publishModule } from '@checkin/registry'
import { createClient } from '@checkin/http/client'
import { ModuleManifest } from '@checkin/releases'
import { sign } from '@checkin/releases/signing'

/** What nothing but the reading of a photographed document loads, late: 4.8 MB of a shell that keeps under half of one without. */
const leftOut = /\.(wasm|bin)$/

/** Keeps a built module, `outDir` and its manifest, as one file that no source here makes any more (decision 0259): the manifest in its first line, then the files in its order. */
export function keepRelease(outDir: string, built: ModuleManifest, file: string): void {
  const manifest = { ...built, files: built.files.filter(({ path }) => !leftOut.test(path)) }
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(manifest)}\n`), ...manifest.files.map(({ path }) => readFileSync(join(outDir, path)))])
  writeFileSync(file, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }))
}

/** Publishes a kept release to a registry of the demo, as its team once did, with the key of its module in `keysDir`. Answers its manifest. */
async function publishKept(file: string, registry: string, keysDir: string): Promise<ModuleManifest> {
  const bytes = brotliDecompressSync(readFileSync(file))
  const line = bytes.indexOf('\n')
  const manifest = ModuleManifest.parse(JSON.parse(bytes.subarray(0, line).toString()))
  let at = line + 1
  const files = manifest.files.map(({ path, bytes: size }) => {
    at += size
    return { path, base64: bytes.subarray(at - size, at).toString('base64') }
  })
  const key = readFileSync(join(keysDir, `${manifest.name}.pem`), 'utf8')
  await createClient({ baseUrl: registry, token: `demo-publisher-${manifest.name}`, timeoutMs: 60_000 })
    .call(publishModule, { params: { name: manifest.name }, body: { manifest: sign(JSON.stringify(manifest), key), files } })
  return manifest
}

if (import.meta.main) {
  const [file = '', registry = '', keysDir = ''] = process.argv.slice(2)
  const { name, version, contracts } = await publishKept(file, registry, keysDir)
  process.stdout.write(JSON.stringify({ name, version, contracts }))
}
