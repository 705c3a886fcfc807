import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { amountScenario, cardScenarios, pageScenarios, scenarios } from '../gateway/scenarios.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..', '..')
const rows = readFileSync(join(root, 'docs', 'spec', 'payment-scenarios.md'), 'utf8').split('\n').filter((line) => /^\| <a id="P\d+"/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', , chosen = '', files = '']) => ({ name: name.replace(/<a[^>]*><\/a>/, ''), chosen, files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) }))
const names = new Set([...Object.keys(scenarios), ...pageScenarios])

describe('docs/spec/payment-scenarios.md', () => {
  it('has a row for each of the 23', () => {
    expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 23 }, (_, at) => `P${at + 1}`))
  })

  it.each(rows)('says of $name what can be chosen, and tests that name it', ({ name, chosen, files }) => {
    for (const [, wanted = ''] of chosen.matchAll(/`([P\d][\w-]*)`/g)) expect(names).toContain(wanted)
    for (const [, amount = ''] of chosen.matchAll(/\b(70\d\d)\.00/g)) expect(amountScenario(`${amount}.00`)).toBe(name)
    for (const [, end = ''] of chosen.matchAll(/…(\d{4})/g)) expect(Object.keys(cardScenarios).some((number) => number.endsWith(end))).toBe(true)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect(existsSync(join(root, file)) && new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), 'utf8')), `${file} names ${name}`).toBe(true)
  })

  it('leaves out no scenario of the sandbox', () => {
    const documented = rows.map(({ chosen }) => chosen).join(' ')
    const hidden = [...names].filter((name) => /^P\d/.test(name) && !documented.includes(`\`${name}\``))
    expect(hidden).toEqual([])
  })
})
