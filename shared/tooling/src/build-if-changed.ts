import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { ModuleManifest } from '@checkin/releases'
import { buildModule } from './build-module.ts'
import type { BuiltModule } from './build-module.ts'
import { projectRoot } from './ownership.ts'
import { readPackageFile } from './package-file.ts'
import { platformFacts } from './platform-facts.ts'

const Stamp = z.object({ key: z.string(), manifest: ModuleManifest })

const sources = ['src/**', 'locales/**', 'public/**', 'package.json', 'rspack.config.ts', 'remote.manifest.ts', 'routes.ts']
const irrelevant = /\.test\.tsx?$|[\\/](node_modules|dist|fixtures|test)[\\/]/

async function addFiles(hash: ReturnType<typeof createHash>, root: string, patterns: readonly string[]): Promise<void> {
  const files = globSync([...patterns], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !irrelevant.test(file.slice(root.length)))
    .sort()
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(await readFile(file)).update('\0')
}

/** A key of everything that a module's build depends on: its sources, the shared sources and presets, the locked packages. */
async function keyOf(dir: string, version: string): Promise<string> {
  const hash = createHash('sha256').update(version).update(process.version)
  await addFiles(hash, dir, sources)
  if (platformFacts) {
    hash.update(JSON.stringify(platformFacts))
    await addFiles(hash, dir, ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'])
  } else {
    await addFiles(hash, join(projectRoot, 'shared'), ['{,contracts/}*/{src,locales}/**', '{,contracts/}*/package.json'])
    await addFiles(hash, projectRoot, ['pnpm-lock.yaml'])
  }
  return hash.digest('hex')
}

const complete = (manifest: ModuleManifest, outDir: string): boolean => manifest.files.every(({ path }) => existsSync(join(outDir, path)))

export interface MaybeBuilt extends BuiltModule {
  /** False when the last build still holds. */
  readonly built: boolean
}

/** Builds a module only when something that it is made of has changed since its last build of that version. */
export async function buildIfChanged(folder: string, options: { readonly version?: string } = {}): Promise<MaybeBuilt> {
  const dir = resolve(folder)
  const version = options.version ?? readPackageFile(dir).version
  const outDir = join(dir, 'dist', version)
  const stampFile = join(dir, 'dist', `${version}.json`)
  const key = await keyOf(dir, version)
  const stamp = existsSync(stampFile) ? Stamp.safeParse(JSON.parse(await readFile(stampFile, 'utf8'))) : undefined
  if (stamp?.success && stamp.data.key === key && complete(stamp.data.manifest, outDir)) return { manifest: stamp.data.manifest, outDir, built: false }
  const result = await buildModule(dir, { version, outDir })
  await writeFile(stampFile, JSON.stringify({ key, manifest: result.manifest }))
  return { ...result, built: true }
}
