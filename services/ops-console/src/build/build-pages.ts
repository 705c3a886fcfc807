import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rspack } from '@rspack/core'
import { pagesConfig } from './rspack-config.ts'

const folder = fileURLToPath(new URL('../../', import.meta.url))
const stampFile = join(folder, 'dist', 'stamp.txt')

/** Everything that the pages are made of: their sources, the brand rules that they share, the locked packages. */
function stamp(): string {
  const hash = createHash('sha256')
  const root = join(folder, '..', '..')
  const files = [
    ...globSync('client/**/*.{ts,tsx,css,html}', { cwd: folder }).sort().map((file) => join(folder, file)),
    ...globSync('shared/ui/src/brand/*.ts', { cwd: root }).sort().map((file) => join(root, file)),
    join(root, 'pnpm-lock.yaml'), fileURLToPath(new URL('rspack-config.ts', import.meta.url)),
  ]
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds the pages when something changed since the last build. Rejects with the compiler's own words. */
export async function buildPages(): Promise<void> {
  const wanted = stamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  await new Promise<void>((resolve, reject) => {
    const compiler = rspack(pagesConfig(folder))
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
