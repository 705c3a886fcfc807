import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import type { DrawnScreen } from '@checkin/releases'
import { languages, type Language } from '@checkin/remote'
import { moduleRules } from '../rspack-preset.ts'
import { runCompiler } from '../run-compiler.ts'

/** Screens by name, as HTML; the shell's also as on a desktop, and for tenants without some modules. */
export type Drawn = Readonly<Record<string, Pick<DrawnScreen, 'html' | 'wide' | 'without'>>>

/** What the entry of a drawing exports. */
interface Drawing {
  readonly draw: (language: Language, screens: readonly string[]) => Promise<Drawn>
}

export interface DrawInput {
  /** Folder of the module and its name and version, which decide the names of its classes. */
  readonly dir: string
  readonly name: string
  readonly version: string
  /** File that exports `draw`. */
  readonly entry: string
  readonly alias?: Readonly<Record<string, string>>
  readonly screens: readonly string[]
}

const require = createRequire(import.meta.url)

/** Builds a drawing for this machine, with the very rules of the browser's build, and draws in every language. */
export async function drawScreens({ dir, name, version, entry, alias = {}, screens }: DrawInput): Promise<Readonly<Record<Language, Drawn>>> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-drawing-'))
  const file = join(folder, 'drawing.cjs')
  try {
    await runCompiler({
      context: dir,
      mode: 'production',
      target: 'node',
      entry: { drawing: entry },
      output: { path: folder, filename: 'drawing.cjs', library: { type: 'commonjs2' } },
      resolve: { extensions: ['.ts', '.tsx', '.js', '.json'], alias: { ...alias } },
      module: { rules: moduleRules(dir, name, version), generator: { css: { exportsOnly: true }, 'css/module': { exportsOnly: true } } },
      optimization: { splitChunks: false, minimize: false },
      plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    })
    const drawn: Partial<Record<Language, Drawn>> = {}
    for (const language of languages) {
      // Words and stores live in the modules of the drawing: each language gets fresh ones.
      require.cache[file] = undefined
      drawn[language] = await (require(file) as Drawing).draw(language, screens)
    }
    return drawn as Record<Language, Drawn>
  } finally {
    await rm(folder, { recursive: true })
  }
}
