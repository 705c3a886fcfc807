import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { runInTemporaryFolder } from '../compiler.ts'
import { projectRoot } from '../ownership.ts'
import { platformFacts } from '../platform-facts.ts'
import { minimizers, styleRules } from '../rspack-styles.ts'
import { resolvedVersion } from '../share-keys.ts'

const renderingKits = ['ui', 'forms', 'i18n'] as const

/** The kit's stylesheet as the shell's build makes it. */
export const kitStylesheet = async (): Promise<string> => platformFacts?.kit.stylesheet ?? runInTemporaryFolder((folder) => ({
  context: join(projectRoot, 'shell'),
  mode: 'production',
  target: ['web', 'es2022'],
  entry: { kit: '@checkin/ui/styles.css' },
  output: { path: folder, cssFilename: '[name].css', assetModuleFilename: '[name].[contenthash:8][ext]' },
  optimization: { minimizer: minimizers() },
  module: { rules: [{ test: /\.woff2$/, type: 'asset/resource' }, ...styleRules(join(projectRoot, 'shell'), 'shell', '0.0.0')] },
}), async (folder) => {
  const [sheet = ''] = (await readdir(folder)).filter((file) => file.endsWith('.css'))
  return readFile(join(folder, sheet), 'utf8')
})

const withoutComments = (text: string, fileName: string): string =>
  ts.transpileModule(text, { fileName, compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.Preserve, jsx: ts.JsxEmit.Preserve, removeComments: true } }).outputText

/**
 * A digest of everything outside a module that decides what its screens look like as HTML: controls, forms, messages, styles,
 * the renderer. A comment does not change it. Equal digests: the running shell renders what the build rendered.
 */
export async function kitDigest(stylesheet: string): Promise<string> {
  if (platformFacts) return platformFacts.kit.digest
  const hash = createHash('sha256').update(resolvedVersion('react-dom')).update(stylesheet.replace(/url\([^)]*\)/g, ''))
  for (const name of renderingKits) {
    const root = join(projectRoot, 'shared', name)
    const files = globSync(['src/**/*.{ts,tsx}', 'locales/*.json'], { cwd: root }).filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file)).sort()
    for (const file of files) {
      const text = await readFile(join(root, file), 'utf8')
      hash.update(`${name}/${file.replaceAll('\\', '/')}`).update(file.endsWith('.json') ? text : withoutComments(text, file))
    }
  }
  return hash.digest('hex')
}

