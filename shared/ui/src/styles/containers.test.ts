import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('the narrow container holds 1000 px between its two paddings of 48 px (CONST-33, SHELL-71)', () => {
  const css = readFileSync(join(import.meta.dirname, 'containers.css'), 'utf8').replaceAll(/\/\*.*?\*\//g, '')
  const ruleOf = (selector: string): string => css.split('}').find((rule) => rule.split('{')[0]?.trim() === selector)?.split('{')[1]?.replaceAll(/\s+/g, ' ').trim() ?? ''
  expect(ruleOf(".ck-container[data-container='narrow']")).toBe('max-inline-size: calc(1000px + 96px);')
  expect(ruleOf('.ck-container')).toMatch(/padding: \S+ 48px/)
})
