import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import { expect, it } from 'vitest'

const page = readFileSync(join(projectRoot, 'docs/threat-model.md'), 'utf8')

it('every threat of the model is held by a test or record that exists (DEC-251)', () => {
  const [, table = ''] = page.split('## By flow')
  const rows = table.split('## What is open')[0]?.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| flow')) ?? []
  expect(rows.length).toBeGreaterThan(25)
  for (const row of rows) {
    const links = [...row.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path)
    expect(links.length, row).toBeGreaterThan(0)
    for (const path of links) expect(existsSync(join(projectRoot, 'docs', path)), path).toBe(true)
  }
})

it('every flow of the picture has a row (DEC-251)', () => {
  const [picture = '', table = ''] = page.split('## What is protected')
  for (const flow of new Set(picture.match(/\bF\d+\b/g))) expect(table, flow).toMatch(new RegExp(`^\\| ${flow} `, 'm'))
})
