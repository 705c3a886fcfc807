import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { describe, expect, it } from 'vitest'

const tests = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'], { cwd: projectRoot, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\n').filter((path) => path !== '').map((path) => readFileSync(join(projectRoot, path), 'utf8')).join('\n')
const page = readFileSync(join(projectRoot, 'docs/federation.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\d+) \| ([^|]+) \| (yes|part|no)\b[^|]* \| (.*) \|$/gm)].map(([, number, name, holds, cell = '']) => ({ number, name, holds, titles: [...cell.matchAll(/`([^`]+)`/g)].map(([, title]) => title), isList: /^(`[^`]+`(, `[^`]+`)*)?$/.test(cell.trim()) }))

describe('docs/federation.md', () => {
  it('has 36 features and 40 goals', () => {
    expect(rows.map(({ number }) => Number(number))).toEqual([...Array.from({ length: 36 }, (_row, at) => at + 1), ...Array.from({ length: 40 }, (_row, at) => at + 1)])
  })

  it('names for each that holds a test, or some, that exist', () => {
    expect(rows.filter(({ holds, titles, isList }) => holds !== 'no' && (!isList || titles.length === 0)).map(({ number, name }) => `${number} ${name}`)).toEqual([])
    expect(rows.flatMap(({ number, name, titles }) => titles.filter((title) => !tests.includes(`'${title}`) && !tests.includes(`\`${title}`)).map((title) => `${number} ${name}: ${title}`))).toEqual([])
  })

  it('counts them as they are', () => {
    for (const [heading, part] of [['Features', rows.slice(0, 36)], ['Goals', rows.slice(36)]] as const) {
      const of = (holds: string): number => part.filter((row) => row.holds === holds).length
      expect(page).toContain(`## ${heading}: ${of('yes')} yes, ${of('part')} part, ${of('no')} no`)
    }
  })
})
