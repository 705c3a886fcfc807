import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { localesProblems } from './catalogues.ts'

/** Messages in which the product's languages do not agree: missing keys, empty texts, plural forms, placeholders. */
export const messageProblems = (dir: string): readonly string[] => localesProblems(join(dir, 'locales'))

/** Events that the module takes from another module's publish path: it would speak in that module's name. */
export function borrowedEvents(dir: string, name: string): readonly string[] {
  const own = name.replace(/^mfe-/, '')
  const files = globSync('src/**/*.{ts,tsx}', { cwd: dir }).filter((file) => !/\.test\.tsx?$|[\\/]test[\\/]/.test(file))
  return files.flatMap((file) => [...readFileSync(join(dir, file), 'utf8').matchAll(/['"]@checkin\/flow\/publish\/([a-z-]+)['"]/g)]
    .filter(([, owner]) => owner !== own).map(([, owner]) => `${basename(file)} tells events of ${owner ?? ''}`))
}
