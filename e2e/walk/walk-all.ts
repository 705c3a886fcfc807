import type { Browser } from '@playwright/test'
import type { Edge } from './edge.ts'
import { isKnown, passesNow } from './known-failures.ts'
import { planWalks, type Walk } from './plan.ts'
import { reasonOf, record } from './results.ts'
import { Run } from './run.ts'
import { takeStep } from './take-steps.ts'

type Device = NonNullable<Parameters<Browser['newContext']>[0]>

const rowsOf = (edge: Edge): readonly string[] => edge.rows.map(({ id }) => id)

/**
 * Takes a walk. A step that fails is recorded and left out; another renter goes on with what was still to come, so that one fault hides no other.
 * Answers what failed, by the edge's name.
 */
export async function takeWalk(browser: Browser, walk: Walk, device: Device, deviceName: string): Promise<readonly string[]> {
  const failures: string[] = []
  const failed = new Set<Edge>()
  let left = new Set(walk.edges.filter(({ rows }) => rows.length > 0))
  let plan: readonly Walk[] = [walk]
  while (plan.length > 0) {
    for (const { beginning, edges } of plan) {
      const run = await Run.begin(browser, beginning.kind, device)
      let { world } = beginning
      for (const edge of edges) {
        const injected = edge.fault && { injected: edge.fault.call }
        try {
          world = await takeStep(run, edge, world)
          left.delete(edge)
          for (const id of rowsOf(edge)) record({ part: 'row', id, device: deviceName, outcome: 'passed', ...injected })
          failures.push(...passesNow(rowsOf(edge)))
        } catch (error) {
          failed.add(edge)
          if (!rowsOf(edge).some(isKnown)) failures.push(`${edge.name}: ${reasonOf(error)} at ${run.page.url()}`)
          for (const id of rowsOf(edge)) record({ part: 'row', id, device: deviceName, outcome: 'failed', reason: reasonOf(error), ...injected })
          break
        }
      }
      await run.close()
    }
    left = new Set([...left].filter((edge) => !failed.has(edge)))
    const more: readonly Walk[] = left.size > 0 && failed.size < 6 ? planWalks([...left], failed) : []
    plan = more
  }
  return failures
}
