const minuteMs = 60_000
const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' })
  formats.set(zone, made)
  return made
}

/** True for an IANA time zone that this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The wall-clock time at an instant, as milliseconds of a zone without offset: only good for comparing and formatting. */
export function wallClock(instant: Date, zone: string): number {
  const parts = Object.fromEntries(formatOf(zone).formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts as Record<string, number | undefined>
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** `2026-12-01T03:00` of an instant in a zone. */
export const wallTime = (instant: Date, zone: string): string => new Date(wallClock(instant, zone)).toISOString().slice(0, 16)

/** Minutes since Monday 00:00, wall-clock time: what weekly windows compare. */
export function minuteOfWeek(instant: Date, zone: string): number {
  const wall = new Date(wallClock(instant, zone))
  return ((wall.getUTCDay() + 6) % 7) * 1440 + wall.getUTCHours() * 60 + wall.getUTCMinutes()
}

/**
 * The instant at which the wall clock of a zone shows `local` (`2026-12-01T03:00`). A time that comes twice in autumn is the first
 * of the two; one that never comes in spring is as long after the change as it was meant after it (02:30 becomes 03:30).
 */
export function instantOf(local: string, zone: string): Date {
  const wanted = Date.parse(`${local}:00Z`)
  const offsetAt = (near: number): number => wallClock(new Date(near), zone) - Math.floor(near / 1000) * 1000
  const offsets = [offsetAt(wanted - dayMs), offsetAt(wanted + dayMs)]
  const matches = offsets.map((offset) => wanted - offset).filter((instant) => Math.abs(wallClock(new Date(instant), zone) - wanted) < minuteMs)
  const [before = 0] = offsets
  return new Date(matches.length > 0 ? Math.min(...matches) : wanted - before)
}
