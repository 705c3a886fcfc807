import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attackClasses } from '@checkin/testing/hostile-classes'
import { isWhole } from '@checkin/testing/sample'
import { projectRoot } from '@checkin/tooling/ownership'
import { describe, expect, it } from 'vitest'
import { defences } from './defences.ts'
import { noticed } from './run.ts'

const sourceOf = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

describe('the hostile-client bench', () => {
  it('knows where each of at least ten defences stands, once, and which class notices that it is gone (DEC-248)', () => {
    expect(defences.length).toBeGreaterThanOrEqual(10)
    expect(new Set(defences.map(({ name }) => name)).size).toBe(defences.length)
    for (const { name, file, before, after, test, attack } of defences) {
      expect(sourceOf(file).split(before), name).toHaveLength(2)
      expect(after, name).not.toBe(before)
      expect(existsSync(join(projectRoot, test)), name).toBe(true)
      expect(sourceOf(test), name).toMatch(new RegExp(`(?:holds|triedAll)\\('${attack}'`))
    }
  })

  it.runIf(isWhole).each(defences.map((defence) => [defence.name, defence] as const))('lets attacks through where this is taken out: %s (DEC-248)', (_name, defence) => {
    expect(noticed(defence)).not.toEqual([])
  })

  it('has its page with every class and nothing that came through (DEC-247)', () => {
    const page = sourceOf('docs/hostile-clients.md')
    for (const attack of Object.keys(attackClasses)) expect(page).toMatch(new RegExp(`^\\| ${attack} \\| \\d+ \\| 0 \\|$`, 'm'))
    for (const { name } of defences) expect(page).toMatch(new RegExp(`^\\| ${name} \\| .* \\| [1-9]\\d* \\|$`, 'm'))
  })
})
