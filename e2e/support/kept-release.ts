import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { publishModule } from '@checkin/registry'
import { createClient } from '@checkin/http/client'
import { ModuleManifest } from '@checkin/releases'
import { sign } from '@checkin/releases/signing'
import { dataDir, port, root } from './addresses.ts'

/** What nothing but the reading of a photographed document loads, late: 4.8 MB of a shell that keeps under half of one without. */
const leftOut = /\.(wasm|bin)$/

/** Where a release is kept that no source here makes any more (decision 0259). */
export const keptFile = (name: string, version: string): string => join(root, 'e2e/releases', `${name}-${version}.br`)

/** Keeps a built module, `outDir` and its manifest, as one file: the manifest in its first line, then the files in its order. */
export function keepRelease(outDir: string, built: ModuleManifest): void {
  const manifest = { ...built, files: built.files.filter(({ path }) => !leftOut.test(path)) }
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(manifest)}\n`), ...manifest.files.map(({ path }) => readFileSync(join(outDir, path)))])
  writeFileSync(keptFile(built.name, built.version), brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }))
}

/** Publishes a kept release to the journeys' own registry, as its team once did. Answers its manifest. */
export async function publishKept(name: string, version: string): Promise<ModuleManifest> {
  const bytes = brotliDecompressSync(readFileSync(keptFile(name, version)))
  const line = bytes.indexOf('\n')
  const manifest = ModuleManifest.parse(JSON.parse(bytes.subarray(0, line).toString()))
  let at = line + 1
  const files = manifest.files.map(({ path, bytes: size }) => {
    at += size
    return { path, base64: bytes.subarray(at - size, at).toString('base64') }
  })
  const key = readFileSync(join(dataDir, 'keys', `${name}.pem`), 'utf8')
  await createClient({ baseUrl: `http://127.0.0.1:${port + 5}`, token: `demo-publisher-${name}`, timeoutMs: 60_000 })
    .call(publishModule, { params: { name }, body: { manifest: sign(JSON.stringify(manifest), key), files } })
  return manifest
}
