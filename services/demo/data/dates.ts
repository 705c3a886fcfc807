/** The plain date YYYY-MM-DD of a moment in a time zone. */
export const dayIn = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)

/** A plain date some days later. */
export function daysLater(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The birth date of somebody who turned `years` about three months before a plain date. */
export function bornYearsBefore(day: string, years: number): string {
  const birthday = daysLater(day, -90)
  return `${Number(birthday.slice(0, 4)) - years}${birthday.slice(4).replace('-02-29', '-02-28')}`
}
