import { existsSync } from 'node:fs'
import { chromium, type Browser } from '@playwright/test'
import { rspack, type Configuration, type RuleSetRule } from '@rspack/core'

/** How most pages' files are read. */
const plainRules: readonly RuleSetRule[] = [
  { test: /\.tsx?$/, loader: 'builtin:swc-loader', type: 'javascript/auto', options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } } },
  { test: /\.css$/, type: 'css' },
  { test: /\.woff2$/, type: 'asset/resource' },
]

const configuration = (folder: string, entry: string, outDir: string, rules: readonly RuleSetRule[]): Configuration => ({
  context: folder,
  mode: 'development',
  devtool: false,
  entry: { [entry]: `./${entry}.tsx` },
  output: { path: outDir, filename: '[name].js', cssFilename: '[name].css', publicPath: 'auto', clean: true, trustedTypes: { policyName: entry } },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: { rules: [...rules] },
  plugins: [new rspack.HtmlRspackPlugin({ templateContent: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${entry}</title></head><body><div id="app"></div></body></html>` })],
  performance: false,
})

/**
 * Builds `<entry>.tsx` of a folder as a page of its own (`index.html`), without shell and services, for tests in a browser. `rules` say
 * how files are read where a page needs more than scripts, styles and fonts.
 */
export const buildDevPage = (folder: string, entry: string, outDir: string, rules: readonly RuleSetRule[] = plainRules): Promise<void> => new Promise((done, fail) => {
  rspack(configuration(folder, entry, outDir, rules), (error, stats) => {
    if (error || stats?.hasErrors()) fail(error ?? new Error(stats?.toString('errors-only')))
    else done()
  })
})

/** The machine's Chromium without a window. */
export function launchChromium(...flags: readonly string[]): Promise<Browser> {
  const path = [process.env['CHECKIN_CHROMIUM'], chromium.executablePath(), '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((each) => each && existsSync(each))
  return chromium.launch({ args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...flags], ...(path ? { executablePath: path } : {}) })
}
