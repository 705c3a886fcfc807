import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { citingTests, titlesOf } from '@checkin/tooling/proof-titles'
import { describe, expect, it } from 'vitest'

const page = readFileSync(join(projectRoot, 'docs/federation.md'), 'utf8')
const rows = [...page.matchAll(/^\| ([\w-]+) \| ([^|]+) \| (yes|part|no)\b[^|]* \| (.*) \|$/gm)].map(([, number = '', name = '', holds = '', cell = '']) => ({
  number, name: `${number} ${name}`, holds,
  tests: [...cell.matchAll(/\[`([^`]+)`\]\(\.\.\/([^)]+)\)/g)].map(([, title = '', path = '']) => ({ title, path })),
  isList: /^\[`[^`]+`\]\([^)]+\)(, \[`[^`]+`\]\([^)]+\))*$/.test(cell.trim()),
}))
const faults = Array.from({ length: 11 }, (_row, at) => `ROL-${at + 1}`)
const textOf = (path: string): string => (existsSync(join(projectRoot, path)) ? readFileSync(join(projectRoot, path), 'utf8') : '')

describe('docs/federation.md', () => {
  it('has 36 features, 40 goals and every fault', () => {
    expect(rows.map(({ number }) => number)).toEqual([...Array.from({ length: 36 }, (_row, at) => `${at + 1}`), ...Array.from({ length: 40 }, (_row, at) => `${at + 1}`), ...faults])
  })

  it('names for each that holds a test, or some, that exist in the file that it links, each by the beginning of one title alone', () => {
    expect(rows.filter(({ holds, tests, isList }) => holds !== 'no' && (!isList || tests.length === 0)).map(({ name }) => name)).toEqual([])
    expect(rows.flatMap(({ name, tests }) => tests.filter(({ title, path }) => titlesOf(path, textOf(path)).filter((each) => each.startsWith(title)).length !== 1).map(({ title }) => `${name}: ${title}`))).toEqual([])
  })

  it('names for each fault tests that name it too', () => {
    const proves = ({ title, path }: { readonly title: string; readonly path: string }, fault: string): boolean =>
      citingTests(path, textOf(path), new Set(faults)).some((test) => test.title.startsWith(title) && test.cited.includes(fault))
    expect(rows.filter(({ number }) => faults.includes(number)).flatMap(({ number, tests }) => tests.filter((test) => !proves(test, number)).map(({ title }) => `${number}: ${title}`))).toEqual([])
  })

  it('counts them as they are', () => {
    for (const [heading, part] of [['Features', rows.slice(0, 36)], ['Goals', rows.slice(36, 76)], ['Faults', rows.slice(76)]] as const) {
      const of = (holds: string): number => part.filter((row) => row.holds === holds).length
      expect(page).toContain(`## ${heading}: ${of('yes')} yes, ${of('part')} part, ${of('no')} no`)
    }
  })
})
