import { test } from '@playwright/test'
import type { Edge } from './edge.ts'
import type { Run } from './run.ts'
import type { World } from './world.ts'

/** One step: what is done, the row's effects, and where the table leads. Answers the world after it. */
export async function takeStep(run: Run, edge: Edge, world: World): Promise<World> {
  const after = edge.leadsTo(world)
  await test.step(`${edge.name} (${world.place} -> ${after.place})`, async () => {
    run.alerts.forget()
    const does = async (): Promise<void> => {
      await edge.does(run, world)
      await edge.shows?.(run, after)
      await run.expectAt(after)
    }
    await (edge.fault ? run.withFault(edge.fault, does) : does())
  })
  return after
}
