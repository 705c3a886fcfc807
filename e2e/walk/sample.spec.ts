import { expect, test } from '@playwright/test'
import { stateRows } from '@checkin/testing/states'
import { routes } from '@checkin/routes'
import { viewports } from '../support/viewports.ts'
import { rowEdges } from './edges.ts'
import { planWalks } from './plan.ts'
import { routeCells } from './route-table.ts'
import { takeWalk } from './walk-all.ts'

/** One way through each part of the tables; `npm run walk` takes all of them. */
const samples = [
  { device: 'phone', viewport: viewports.mobile, rows: ['S1.2'] },
  { device: 'phone', viewport: viewports.mobile, rows: ['S1.42', 'S1.45', 'S1.49', 'S1.72'] },
  { device: 'desktop', viewport: viewports.desktop, rows: ['S2.6', 'S1.35'] },
  { device: 'phone', viewport: viewports.mobile, rows: ['S3.27', 'S3.37', 'S3.40'] },
  { device: 'desktop', viewport: viewports.desktop, rows: ['S1.50', 'S1.67', 'S4.6'] },
] as const

test('the tables of the walk name every built row of the states and every path of the routes (DEC-115, SHELL-07 to SHELL-32)', () => {
  const stepped = new Set(rowEdges.flatMap(({ rows }) => rows.map(({ id }) => id)))
  expect(stateRows.map(({ id }) => id).filter((id) => !stepped.has(id))).toEqual([])
  expect(new Set(routeCells.map(({ path }) => path))).toEqual(new Set(routes.map(({ path }) => path.replaceAll(/:([a-z]+)/g, '{$1}'))))
  expect(routeCells.filter(({ leadsTo }) => leadsTo === '')).toEqual([])
})

for (const { device, viewport, rows } of samples) {
  test(`a sample of the table of states, ${device}: ${rows.join(', ')}`, async ({ browser }) => {
    const wanted = rowEdges.filter(({ rows: own }) => own.some(({ id }) => (rows as readonly string[]).includes(id)))
    for (const walk of planWalks(wanted)) expect(await takeWalk(browser, walk, { viewport }, device)).toEqual([])
  })
}
