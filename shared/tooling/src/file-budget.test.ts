import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { longFiles } from './file-budget.ts'

describe('a file holds what its name says', () => {
  let root = ''
  const write = (path: string, lines: number): string => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), 'x\n'.repeat(lines))
    return path
  }
  beforeAll(() => { root = mkdtempSync(join(tmpdir(), 'budget-')) })
  afterAll(() => { rmSync(root, { recursive: true }) })

  it('warns above 200 lines and refuses above 300', () => {
    const paths = [write('a/200.ts', 200), write('a/201.ts', 201), write('a/300.tsx', 300), write('a/301.ts', 301)]
    expect(longFiles(root, paths).map((file) => [file.path, file.result])).toEqual([['a/301.ts', 'fail'], ['a/300.tsx', 'warn'], ['a/201.ts', 'warn']])
  })

  it('lets tables, locales, generated files and tests be as long as their content', () => {
    const paths = [write('a/route-table.ts', 400), write('a/x.test.ts', 400), write('a/locales/en.ts', 400), write('a/countries.generated.ts', 400)]
    expect(longFiles(root, paths)).toEqual([])
  })
})
