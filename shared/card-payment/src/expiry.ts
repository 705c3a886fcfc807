/** What stands in the one field for month and year, and the two values that the provider takes from it (PAY-19, DEC-174). */
export interface Expiry {
  readonly text: string
  readonly month: string
  readonly year: string
}

/** Two digits are a year of this century; as many as were typed are kept, so that what is wrong is told as wrong. */
const wholeYear = (typed: string): string => (typed.length === 2 ? `20${typed}` : typed)

const expiry = (month: string, typedYear: string, hasSlash: boolean): Expiry => {
  const padded = month.length === 1 && (hasSlash || month > '1') ? `0${month}` : month
  return { text: hasSlash || typedYear !== '' ? `${padded}/${typedYear}` : padded, month: padded, year: wholeYear(typedYear) }
}

/** Reads what was typed, pasted or filled in by the browser: 1231, 12/31, 12/2031, 12 / 31, 831, and 2031-12, the form of `cc-exp` on its own. */
export function expiryOf(typed: string): Expiry {
  const [first = '', ...rest] = typed.match(/\d+/g) ?? []
  if (first.length === 4 && rest.length === 1 && typed.includes('-')) return expiry((rest[0] ?? '').slice(0, 2), first, true)
  if (rest.length > 0) return expiry(first.slice(0, 2), rest.join('').slice(0, 4), true)
  const digits = first.slice(0, 6)
  // No month begins with a digit above one, so the year begins behind it.
  const end = digits > '1' && !digits.startsWith('0') && !digits.startsWith('1') ? 1 : 2
  return expiry(digits.slice(0, end), digits.slice(end), /\d\D+$/.test(typed))
}

/** How a month and a year read once the field is left: MM/YY; what is no such date stays as it was given. */
export function shownExpiry(month: string, year: string): string {
  if (month === '' && year === '') return ''
  return `${month.length === 1 ? `0${month}` : month}/${/^20\d\d$/.test(year) ? year.slice(2) : year}`
}
