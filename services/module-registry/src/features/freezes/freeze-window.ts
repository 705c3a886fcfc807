import * as z from 'zod'
import { instantOf, minuteOfWeek } from '../../time/wall-time.ts'

const LocalTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be like 2026-12-24T18:00')
const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const WeekTime = z.string().regex(/^(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):[0-5]\d$/, 'must be like "fri 18:00"')

/** When nothing changes, in the tenant's own time: from now or an hour on, until an hour or until it is lifted; or every week. */
export const FreezeSpec = z.union([
  z.strictObject({ from: z.optional(LocalTime), until: z.optional(LocalTime) }),
  z.strictObject({ weekly: z.strictObject({ from: WeekTime, until: WeekTime }) }),
])
export type FreezeSpec = z.infer<typeof FreezeSpec>

const weekMinute = (text: string): number => {
  const [day = '', clock = ''] = text.split(' ')
  const [hour = 0, minute = 0] = clock.split(':').map(Number)
  return days.indexOf(day as (typeof days)[number]) * 1440 + hour * 60 + minute
}

/** True while a freeze holds for a tenant in a time zone. The end is open: at `until` it is over. */
export function isFrozen(spec: FreezeSpec, zone: string, at: Date): boolean {
  if ('weekly' in spec) {
    const [from, until, now] = [weekMinute(spec.weekly.from), weekMinute(spec.weekly.until), minuteOfWeek(at, zone)]
    return from <= until ? now >= from && now < until : now >= from || now < until
  }
  return (spec.from === undefined || at >= instantOf(spec.from, zone)) && (spec.until === undefined || at < instantOf(spec.until, zone))
}
