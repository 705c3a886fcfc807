import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { languages } from '@checkin/remote'

/** Words in which the product's languages do not agree: a key that one of them lacks, or a text that is empty. */
export function messageProblems(dir: string): readonly string[] {
  const words = languages.map((language) => [language, JSON.parse(readFileSync(join(dir, 'locales', `${language}.json`), 'utf8')) as Record<string, string>] as const)
  const keys = new Set(words.flatMap(([, texts]) => Object.keys(texts)))
  return words.flatMap(([language, texts]) => [...keys].filter((key) => (texts[key] ?? '').trim() === '').map((key) => `${language} has no words for ${key}`))
}

/** Events that the module takes from another module's publish path: it would speak in that module's name. */
export function borrowedEvents(dir: string, name: string): readonly string[] {
  const own = name.replace(/^mfe-/, '')
  const files = globSync('src/**/*.{ts,tsx}', { cwd: dir }).filter((file) => !/\.test\.tsx?$|[\\/]test[\\/]/.test(file))
  return files.flatMap((file) => [...readFileSync(join(dir, file), 'utf8').matchAll(/['"]@checkin\/flow\/publish\/([a-z-]+)['"]/g)]
    .filter(([, owner]) => owner !== own).map(([, owner]) => `${basename(file)} tells events of ${owner ?? ''}`))
}
