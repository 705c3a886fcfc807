import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { entryText } from './variants.ts'

/** What an entry imports by path: the file, and the names that it takes from it. */
const imported = [...entryText('', '').matchAll(/^import (?:\{ (.*) \} from )?"(.*)"$/gm)].map(([, names, file]) => ({ file: file ?? '', names: names?.split(', ') ?? [] }))

describe('The builds that the first screen is compared with', () => {
  test('start as the shell does', () => {
    expect(imported.length).toBeGreaterThan(4)
  })

  test.each(imported)('take from the shell what it has: $file', ({ file, names }) => {
    expect(existsSync(file)).toBe(true)
    for (const name of names) expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`export (async )?(function|const) ${name}\\b`))
  })
})
