import * as z from 'zod'

/** What a receiver of rollout events is told. */
export const rolloutEventTypes = ['version.published', 'tenant.changed', 'tenant.rolled-back', 'canary.suspended', 'canary.resumed', 'canary.stopped', 'version.killed'] as const

/** One thing that happened to releases, as the audit has it. */
export const RolloutEvent = z.object({
  /** Number of the audit's entry: grows, and has gaps. */
  id: z.string(),
  type: z.enum(rolloutEventTypes),
  at: z.iso.datetime(),
  /** `payment@1.2.0` by its full name, or a tenant's host. */
  subject: z.string(),
  /** Who did it; `registry` for what happens automatically. */
  actor: z.string(),
  reason: z.string(),
  /** What the audit says it became: of a tenant its revision, set and rollouts. */
  after: z.unknown(),
  /** Everybody got at once what passed no staged plan (DEC-295). */
  emergency: z.optional(z.boolean()),
})
export type RolloutEvent = z.infer<typeof RolloutEvent>

/** The body of a call to a receiver, oldest event first. */
export const RolloutEvents = z.object({ events: z.array(RolloutEvent).min(1) })
