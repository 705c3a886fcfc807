import { test } from '@playwright/test'
import * as fc from 'fast-check'
import { viewports } from '../support/viewports.ts'
import { beginnings, rowEdges, ways } from './edges.ts'
import { reasonOf, record } from './results.ts'
import { Run } from './run.ts'
import { takeStep } from './take-steps.ts'
import type { World } from './world.ts'

const edges = [...rowEdges, ...ways].filter(({ isSlow }) => !isSlow)
const seed = Number(process.env['CHECKIN_WALK_SEED'] ?? Date.now() % 1_000_000)
const renters = Number(process.env['CHECKIN_WALK_RENTERS'] ?? 6)

/** What the model knows: where the renter should be, and how they came there. */
interface Model {
  world: World
  readonly trail: string[]
}

/** Any of the steps that the table allows where the renter is. */
class AnyStep implements fc.AsyncCommand<Model, Run> {
  readonly choice: number

  constructor(choice: number) {
    this.choice = choice
  }

  check({ world }: Readonly<Model>): boolean {
    return edges.some((edge) => edge.isPossible(world))
  }

  async run(model: Model, run: Run): Promise<void> {
    const possible = edges.filter((edge) => edge.isPossible(model.world))
    const edge = possible[this.choice % possible.length]
    if (!edge) return
    model.trail.push(edge.name)
    model.world = await takeStep(run, edge, model.world)
  }

  toString(): string {
    return `step ${this.choice}`
  }
}

test('random walks over the table of states (CHECKIN_WALK_SEED repeats them)', async ({ browser }) => {
  test.setTimeout(renters * 300_000)
  console.log(`random walks: CHECKIN_WALK_SEED=${seed}`)
  const steps = fc.commands([fc.nat({ max: 1_000 }).map((choice) => new AnyStep(choice))], { maxCommands: 14, size: 'max' })
  await fc.assert(fc.asyncProperty(fc.constantFrom(...beginnings), steps, async (beginning, commands) => {
    const run = await Run.begin(browser, beginning.kind, { viewport: viewports.mobile })
    const model: Model = { world: beginning.world, trail: [beginning.kind] }
    try {
      await fc.asyncModelRun(() => ({ model, real: run }), commands)
      record({ part: 'random', id: `seed ${seed}: ${model.trail.join(' > ')}`, device: 'phone', outcome: 'passed' })
    } catch (error) {
      record({ part: 'random', id: `seed ${seed}: ${model.trail.join(' > ')}`, device: 'phone', outcome: 'failed', reason: reasonOf(error) })
      throw new Error(`${model.trail.join(' > ')}: ${reasonOf(error)}`)
    } finally {
      await run.close()
    }
  }), { seed, numRuns: renters, endOnFailure: true })
})
