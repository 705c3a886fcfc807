import * as z from 'zod'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'

/** What site servers promise: the share of pages that are answered well, and times (milliseconds) that 99 of 100 keep. */
export const levelTargets = { availability: 0.999, resolve: 5, propagation: 1000 } as const

const Availability = z.object({ good: z.int(), failed: z.int(), /** Of good answers; null without any answer. */ share: z.nullable(z.number()), met: z.nullable(z.boolean()) })
/** Percentiles are the upper bound of their bucket; null above the last bound, and without any count. */
const Times = z.object({ count: z.int(), p50: z.nullable(z.number()), p99: z.nullable(z.number()), /** Null without any count. */ met: z.nullable(z.boolean()) })
const Levels = { availability: Availability, resolve: Times, propagation: Times }

export const getServiceLevels = endpoint({
  name: 'getServiceLevels', method: 'GET', path: '/registry/v1/service-levels',
  summary: 'How all site servers together serve, beside what is promised: page answers, the time of choosing a set, the time until a change is in use',
  reach: 'shared', may: roles, query: z.object({ minutes: z.coerce.number().int().min(1).max(10_080).default(360) }),
  answer: z.object({
    ...Levels,
    targets: z.object({ availability: z.number(), resolve: z.number(), propagation: z.number() }),
    /** Upper bounds of the buckets in milliseconds; a time beyond the last one is known to be longer than that. */
    bounds: z.object({ resolve: z.array(z.number()), propagation: z.array(z.number()) }),
    /** The same in at most 24 equal parts, oldest first; parts without any count are left out. */
    course: z.array(z.object({ from: z.iso.datetime(), ...Levels })),
    /** Minutes of one part. */
    partMinutes: z.int(),
  }),
  errors: [],
})
