import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from './ownership.ts'
import uncitedTable from './uncited-table-loader.ts'

it('takes the citations of every row out of the state table, and nothing else', () => {
  const source = readFileSync(join(projectRoot, 'shell/src/flow/transitions.ts'), 'utf8')
  const rows = source.match(/\{ rows: '/g) ?? []
  expect(rows.length).toBeGreaterThan(80)
  const built = uncitedTable(source)
  expect(built).not.toMatch(/rows: '/)
  expect(built.match(/\{ on: /g)).toHaveLength(rows.length)
})
