import { existsSync } from 'node:fs'
import { chromium, type Browser } from '@playwright/test'
import { rspack, type Configuration, type RuleSetRule } from '@rspack/core'

/** What a page may be built with beside its entry. */
export interface DevPageOptions {
  /** Without checks of development, and not made small. */
  readonly isProduction?: boolean
  /** Sources that take the place of packages, by name. */
  readonly alias?: Readonly<Record<string, string>>
  /** How files are read, before the usual ways. */
  readonly rules?: readonly RuleSetRule[]
}

const configuration = (folder: string, entry: string, outDir: string, { isProduction = false, alias = {}, rules = [] }: DevPageOptions): Configuration => ({
  context: folder,
  mode: isProduction ? 'production' : 'development',
  optimization: { minimize: false },
  devtool: false,
  entry: { [entry]: `./${entry}.tsx` },
  output: { path: outDir, filename: '[name].js', cssFilename: '[name].css', publicPath: 'auto', clean: true, trustedTypes: { policyName: entry } },
  resolve: { extensions: ['.ts', '.tsx', '.js'], alias },
  module: {
    rules: [
      ...rules,
      { test: /\.tsx?$/, loader: 'builtin:swc-loader', type: 'javascript/auto', options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } } },
      { test: /\.module\.css$/, type: 'css/module', parser: { namedExports: false }, generator: { localIdentName: 'm[hash]_[local]', exportsConvention: 'as-is' } },
      { test: /(?<!\.module)\.css$/, type: 'css' },
      { test: /\.m?js$/, resolve: { fullySpecified: false } },
      { test: /\.(woff2|traineddata\.gz|svg|png|webp)$/, type: 'asset/resource' },
    ],
  },
  plugins: [new rspack.HtmlRspackPlugin({ templateContent: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${entry}</title></head><body><div id="app"></div></body></html>` })],
  performance: false,
})

/** Builds `<entry>.tsx` of a folder as a page of its own (`index.html`), without shell and services, for tests in a browser. */
export const buildDevPage = (folder: string, entry: string, outDir: string, options: DevPageOptions = {}): Promise<void> => new Promise((done, fail) => {
  rspack(configuration(folder, entry, outDir, options), (error, stats) => {
    if (error || stats?.hasErrors()) fail(error ?? new Error(stats?.toString('errors-only')))
    else done()
  })
})

/** The machine's Chromium without a window. */
export function launchChromium(...flags: readonly string[]): Promise<Browser> {
  const path = [process.env['CHECKIN_CHROMIUM'], chromium.executablePath(), '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((each) => each && existsSync(each))
  return chromium.launch({ args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...flags], ...(path ? { executablePath: path } : {}) })
}
