import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rspack } from '@rspack/core'
import type { PrerenderedScreen } from '@checkin/releases'
import { languages, type Language } from '@checkin/remote'
import { runInTemporaryFolder } from '../compiler.ts'
import { moduleRules } from '../rspack-preset.ts'

/** Screens by name, as HTML; the shell's also as on a desktop, and for tenants without some modules. */
export type RenderedScreens = Readonly<Record<string, Pick<PrerenderedScreen, 'html' | 'wide' | 'without'>>>

/** What the entry of a server build exports. */
interface ServerBuild {
  readonly render: (language: Language, screens: readonly string[]) => Promise<RenderedScreens>
}

export interface RenderInput {
  /** Folder of the module and its name and version, which decide the names of its classes. */
  readonly dir: string
  readonly name: string
  readonly version: string
  /** File that exports `render`. */
  readonly entry: string
  readonly alias?: Readonly<Record<string, string>>
  readonly screens: readonly string[]
}

const require = createRequire(import.meta.url)

/** Builds a module for this machine, with the very rules of the browser's build, and renders screens in every language. */
export const renderScreens = ({ dir, name, version, entry, alias = {}, screens }: RenderInput): Promise<Readonly<Record<Language, RenderedScreens>>> => runInTemporaryFolder((folder) => ({
  context: dir,
  mode: 'production',
  target: 'node',
  entry: { server: entry },
  output: { path: folder, filename: 'server.cjs', library: { type: 'commonjs2' } },
  resolve: { extensions: ['.ts', '.tsx', '.js', '.json'], alias: { ...alias } },
  module: { rules: moduleRules(dir, name, version), generator: { css: { exportsOnly: true }, 'css/module': { exportsOnly: true } } },
  optimization: { splitChunks: false, minimize: false },
  plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
}), async (folder) => {
  const file = join(folder, 'server.cjs')
  const rendered: Partial<Record<Language, RenderedScreens>> = {}
  for (const language of languages) {
    // Messages and stores live in the modules of the build: each language gets fresh ones.
    require.cache[file] = undefined
    rendered[language] = await (require(file) as ServerBuild).render(language, screens)
  }
  return rendered as Record<Language, RenderedScreens>
})

/** The text of the script that stands in the HTML itself. It is small and asks for nothing. */
export const buildInlineScript = (dir: string): Promise<string> => runInTemporaryFolder((folder) => ({
  context: dir,
  mode: 'production',
  target: ['web', 'es2022'],
  entry: { inline: './src/prerender/inline-script.ts' },
  output: { path: folder, filename: 'inline.js' },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: { rules: moduleRules(dir, 'shell', '0.0.0') },
}), async (folder) => {
  const text = await readFile(join(folder, 'inline.js'), 'utf8')
  if (text.includes('</script') || text.length > 6000) throw new Error(`The script in the HTML has ${text.length} characters, or would end its element`)
  return text
})
