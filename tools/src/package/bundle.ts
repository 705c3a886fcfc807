import { mkdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import type { Artefact } from './artefacts.ts'

/** What a service's programs are made of. */
export interface Bundled {
  /** Every source file that is in one of them, from the project's root. */
  readonly inputs: readonly string[]
}

/** Packages in the middle of a bundle that ask for others by `require`, which modules do not have. */
const requireForPackages = "import { createRequire as checkinCreateRequire } from 'node:module'; const require = checkinCreateRequire(import.meta.url); const __dirname = import.meta.dirname; const __filename = import.meta.filename;"

/** Optional parts of packages that we do not use and do not install. */
const absent = ['pg-native', 'pino-pretty']

/**
 * Builds `lib/checkin.js` and the service's other programs into `folder`, each a single file, and their source maps into `maps`. The same
 * sources give the same bytes on any machine. Rejects with the compiler's own words.
 */
export async function bundle(artefact: Artefact, { root, folder, maps }: { readonly root: string; readonly folder: string; readonly maps: string }): Promise<Bundled> {
  const programs = ['src/checkin.ts', ...artefact.programs]
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(programs.map((program) => [basename(program, '.ts'), join(artefact.folder, program)])),
    outdir: join(folder, 'lib'),
    bundle: true, platform: 'node', target: 'node24', format: 'esm', conditions: ['node'], mainFields: ['module', 'main'],
    sourcemap: 'external', sourcesContent: false, metafile: true, legalComments: 'none', charset: 'utf8', logLevel: 'silent', keepNames: true,
    external: [...absent, ...artefact.shipped.map(({ name }) => name)],
    banner: { js: requireForPackages },
    // Paths of the store of packages differ between machines only above the project.
    preserveSymlinks: false,
  })
  mkdirSync(maps, { recursive: true })
  for (const program of programs) {
    const name = `${basename(program, '.ts')}.js.map`
    renameSync(join(folder, 'lib', name), join(maps, name))
  }
  return { inputs: Object.keys(metafile.inputs) }
}
