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

export const PlanStep = PlanSpec.shape.steps.element
export const PlanGate = z.strictObject({ minSessions: z.int() })
