import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { rspack, type RuleSetRule } from '@rspack/core'
import { beside } from './beside.ts'

const scopeLoader = beside('scoped-css-loader', import.meta.url)

/** Browsers that the styles are lowered for: nesting became common only in 2023. */
const targets = ['chrome >= 109', 'safari >= 16', 'firefox >= 115']

/**
 * What makes a build's files small. Without a word from us the one for styles lowers them for browsers of 2017: each logical
 * property becomes six rules, a third of the whole stylesheet.
 */
export const minimizers = () => [new rspack.SwcJsMinimizerRspackPlugin({ minimizerOptions: { ecma: 2022, compress: { passes: 3, ecma: 2022 }, mangle: true, format: { comments: false } } }), new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets } })]

/** `verify-code` of `steps/verify-code/view.module.css`, `verify-code-ticket` of `steps/verify-code/ticket.module.css`. */
export function styleLabel(file: string): string {
  const folder = basename(dirname(file))
  const own = basename(file, '.module.css')
  return own === 'view' ? folder : `${folder}-${own}`
}

/**
 * Styles of a module. Class names are `<module>_<folder>_<name>`, the same in every build (a hash would differ between
 * the browser's and the server's), and every rule of a remote matches only inside the element that shows this version.
 */
export function styleRules(dir: string, name: string, version: string): RuleSetRule[] {
  const lower = { loader: 'builtin:lightningcss-loader', options: { targets } }
  const scope = { loader: scopeLoader, options: { name, version } }
  const use = name === 'shell' ? [lower] : [lower, scope]
  const files = existsSync(join(dir, 'src')) ? globSync('src/**/*.module.css', { cwd: dir }).sort() : []
  const cssModule = (test: string | RegExp, localIdentName: string): RuleSetRule => ({
    test,
    type: 'css/module',
    parser: { namedExports: false },
    generator: { localIdentName, exportsConvention: 'as-is' },
  })
  return [
    { test: /\.css$/, use },
    {
      oneOf: [
        ...files.map((file) => cssModule(join(dir, file), `${name}_${styleLabel(file)}_[local]`)),
        cssModule(/\.module\.css$/, `${name}_[local]`),
        { test: /\.css$/, type: 'css' },
      ],
    },
  ]
}
