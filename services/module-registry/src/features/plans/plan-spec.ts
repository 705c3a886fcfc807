import { Percent, ReleasableName, Version } from '@checkin/releases'
import * as z from 'zod'
import { Host } from '../tenants/host.ts'

const dwellMinutes = z.number().min(0).max(43_200)

/** A staged rollout as a file says it; `npm run rollout -- plan <file>`. */
export const PlanSpec = z.strictObject({
  name: z.string().min(3).max(100),
  hosts: z.union([z.literal('all'), z.array(Host).min(1)]),
  /** Exact versions: a plan tests one thing. */
  modules: z.record(ReleasableName, Version).refine((modules) => Object.keys(modules).length > 0, 'must name a module'),
  /** Rising percentages with the time that each is watched. */
  steps: z.array(z.strictObject({ percent: Percent.min(0.01), dwellMinutes })).min(1).max(20)
    .refine((steps) => steps.every(({ percent }, at) => at === 0 || percent > (steps[at - 1]?.percent ?? 0)), 'must rise'),
  gate: z.strictObject({
    /** Sessions of the new version that must have settled within a step before the next one. */
    minSessions: z.int().min(0).default(50),
  }).default({ minSessions: 50 }),
  reason: z.string().max(500).default(''),
})
export type PlanSpec = z.infer<typeof PlanSpec>

/** A plan as it is kept: `follows` where its tenants follow a label, a range or the default, and go on doing so. */
export const KeptPlan = PlanSpec.extend({ follows: z.boolean().default(false) })
export type KeptPlan = z.input<typeof KeptPlan>

/** How followers get a new version where nothing else is set. */
export const usualFollowPlan: Pick<PlanSpec, 'steps' | 'gate'> = {
  steps: [{ percent: 5, dwellMinutes: 30 }, { percent: 25, dwellMinutes: 60 }, { percent: 100, dwellMinutes: 0 }], gate: { minSessions: 20 },
}

export const PlanStep = PlanSpec.shape.steps.element
export const PlanGate = z.strictObject({ minSessions: z.int() })
