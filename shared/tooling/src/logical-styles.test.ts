import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { physicalDeclarations } from './logical-styles.ts'
import { projectRoot } from './ownership.ts'

const sheets = globSync('{shared,shell,mfe-*}/**/*.css', { cwd: projectRoot, exclude: (path) => /node_modules|dist/.test(path) }).sort()

it('no stylesheet of the renter\'s site says left or right, so that each turns with the language (DEC-181)', () => {
  expect(sheets.length).toBeGreaterThan(25)
  expect(sheets.flatMap((sheet) => physicalDeclarations(readFileSync(join(projectRoot, sheet), 'utf8')).map((each) => `${sheet}:${each}`))).toEqual([])
})

it.each([
  ['margin-left: 4px', true], ['padding-right: 0', true], ['left: 0', true], ['border-top-left-radius: 4px', true], ['text-align: right', true], ['float: left', true],
  ['padding: 1px 2px 3px 4px', true], ['inset: -6px -6px auto auto', true], ['margin: 0 calc(1px + 2px) 0 1px', true],
  ['margin-inline-start: 4px', false], ['inset-inline: 0', false], ['padding: 1px 2px 3px 2px', false], ['padding: 1px max(16px, calc((100% - 620px) / 2)) 2px', false],
  ['text-align: start', false], ['inset: auto 0 0', false], ['border-start-start-radius: 4px', false],
])('%s says a side of its own: %s (DEC-181)', (declaration, isFound) => {
  expect(physicalDeclarations(`a { ${declaration} }`)).toEqual(isFound ? [`1: ${declaration}`] : [])
})
