import { expect, test } from '@playwright/test'
import { stateRows } from '@checkin/testing/states'
import { viewports } from '../support/viewports.ts'
import { rowEdges } from './edges.ts'
import { planWalks } from './plan.ts'
import { takeWalk } from './walk-all.ts'

const only = process.env['CHECKIN_WALK_ONLY']?.split(' ')
/** With CHECKIN_WALK_ONLY the shortest walks over these rows alone. */
const walks = planWalks(only ? rowEdges.filter(({ rows }) => rows.some(({ id }) => only.includes(id))) : rowEdges)
const devices = { desktop: { viewport: viewports.desktop }, phone: { viewport: viewports.mobile, hasTouch: true } } as const

test('every row of the table of states that is built is in a walk (DEC-115)', () => {
  const planned = new Set(planWalks().flatMap(({ edges }) => edges.flatMap(({ rows }) => rows.map(({ id }) => id))))
  expect(stateRows.map(({ id }) => id).filter((id) => !planned.has(id))).toEqual([])
})

for (const [name, device] of Object.entries(devices)) {
  walks.forEach((walk, at) => {
    test(`walk ${at + 1} with ${walk.beginning.kind}, ${name}: ${walk.edges.map((edge) => edge.name).join(' > ')}`, async ({ browser }) => {
      test.setTimeout(60_000 + walk.edges.length * 30_000)
      expect(await takeWalk(browser, walk, device, name)).toEqual([])
    })
  })
}
