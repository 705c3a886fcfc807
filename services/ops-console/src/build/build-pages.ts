import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rspack, type Configuration } from '@rspack/core'

const folder = fileURLToPath(new URL('../../', import.meta.url))
const stampFile = join(folder, 'dist', 'stamp.txt')

/** One page for desks: antd whole chunks are fine here, the renter's budgets do not apply. */
const config: Configuration = {
  name: 'ops-console',
  context: folder,
  mode: 'production',
  target: ['web', 'es2022'],
  devtool: 'hidden-source-map',
  entry: { main: './client/main.tsx' },
  output: {
    path: join(folder, 'dist'), clean: true, publicPath: '/',
    filename: 'assets/[name].[contenthash:8].js', chunkFilename: 'assets/[name].[contenthash:8].js',
    cssFilename: 'assets/[name].[contenthash:8].css', assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
  },
  resolve: { extensions: ['.ts', '.tsx', '.js'] },
  module: {
    rules: [
      {
        test: /\.tsx?$/, loader: 'builtin:swc-loader', type: 'javascript/auto',
        options: { jsc: { target: 'es2022', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } } },
      },
      { test: /\.m?js$/, resolve: { fullySpecified: false } },
      { test: /\.css$/, type: 'css' },
      { test: /\.woff2$/, type: 'asset/resource' },
    ],
  },
  optimization: { splitChunks: { chunks: 'all', cacheGroups: { vendors: { test: /node_modules/, name: 'vendors' } } } },
  plugins: [new rspack.HtmlRspackPlugin({ template: './client/index.html', scriptLoading: 'defer' })],
  performance: false,
}

/** Everything that the pages are made of: their sources, the brand rules that they share, the locked packages. */
function stamp(): string {
  const hash = createHash('sha256')
  const root = join(folder, '..', '..')
  const files = [
    ...globSync('client/**/*.{ts,tsx,css,html}', { cwd: folder }).sort().map((file) => join(folder, file)),
    ...globSync('shared/ui/src/brand/*.ts', { cwd: root }).sort().map((file) => join(root, file)),
    join(root, 'pnpm-lock.yaml'), fileURLToPath(import.meta.url),
  ]
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds the pages when something changed since the last build. Rejects with the compiler's own words. */
export async function buildPages(): Promise<void> {
  const wanted = stamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  await new Promise<void>((resolve, reject) => {
    const compiler = rspack(config)
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error) reject(error)
      else if (stats?.hasErrors()) reject(new Error(stats.toString({ preset: 'errors-only' })))
      else resolve()
    })
  })
  writeFileSync(stampFile, wanted)
}

if (import.meta.main) await buildPages()
