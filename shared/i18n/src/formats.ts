import { placesOf } from '@checkin/api/currency-places'
import { directionOf, type Language } from '@checkin/api/languages'

/** Arabic with Latin digits: what is shown is what is typed (DEC-181). */
const localeOf: Readonly<Record<Language, string>> = { en: 'en-GB', pt: 'pt-PT', fr: 'fr-FR', de: 'de-DE', es: 'es-ES', it: 'it-IT', nl: 'nl-NL', ar: 'ar-u-nu-latn' }
/** European Portuguese has no short weekdays in the tables of browsers. */
const weekdayLocaleOf: Readonly<Record<Language, string>> = { ...localeOf, pt: 'pt-BR' }

const sentences = {
  /** 15 November 2026 */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  /** Saturday 28 November 2026 */
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Short forms as they are usual in a language. */
const short = {
  /** 15. Nov. 2026 */
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Sa., 28. Nov. */
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Languages whose short forms are put together piece by piece: as a whole, Portuguese would turn the month into a number, and all three look alike. */
const inPieces: ReadonlySet<Language> = new Set(['en', 'pt', 'fr'])
const pieces = {
  /** 15 Nov 2026 */
  medium: [{ day: 'numeric' }, { month: 'short' }, { year: 'numeric' }],
  /** Sat 28 Nov */
  weekday: [{ weekday: 'short' }, { day: 'numeric' }, { month: 'short' }],
} as const satisfies Record<string, readonly Intl.DateTimeFormatOptions[]>

export type DateStyle = keyof typeof sentences | keyof typeof pieces

/** A plain date or local date and time: year, month, day, optional hour and minute. Never an instant. */
const plain = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?/

/** The API's word for "no date" (SHELL-62). */
const emptyYear = '0001'

/** The wall-clock value as an instant in UTC, so that formatting in UTC gives the same clock everywhere. */
function wallClock(value: string): Date | null {
  const [, year, month, day, hour = '00', minute = '00'] = plain.exec(value) ?? []
  if (!year || !month || !day || year === emptyYear) return null
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
  return date.getUTCDate() === Number(day) ? date : null
}

const made = new Map<string, unknown>()

/** A format by what it is made of. To make one takes a phone as long as to use it a hundred times, and a screen asks for the same few at every letter that is typed (DEC-305). */
function kept<Options, Format>(Kind: new (locale: string, options?: Options) => Format, locale: string, options?: Options): Format {
  const key = `${Kind.name} ${locale} ${JSON.stringify(options)}`
  const format = made.get(key) as Format | undefined ?? new Kind(locale, options)
  made.set(key, format)
  return format
}

const formatted = (value: string, language: Language, options: Intl.DateTimeFormatOptions): string => {
  const date = wallClock(value)
  const locales = options.weekday === 'short' ? weekdayLocaleOf : localeOf
  return date ? kept(Intl.DateTimeFormat, locales[language], { ...options, timeZone: 'UTC' }).format(date) : ''
}

/** A plain date (`YYYY-MM-DD`, a time part is ignored) in the renter's language; empty for no date. */
export function formatDate(value: string, language: Language, style: DateStyle = 'medium'): string {
  if (style === 'long' || style === 'full') return formatted(value, language, sentences[style])
  if (!inPieces.has(language)) return formatted(value, language, short[style])
  return pieces[style].map((piece) => formatted(value, language, piece)).join(' ').trim()
}

/** The time of a local `YYYY-MM-DDTHH:mm`, the location's own clock, 24 hours; empty for no date. */
export function formatTime(value: string, language: Language): string {
  return formatted(value, language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** What stands between a date and its time. */
export const dateComma = (language: Language): string => (directionOf(language) === 'rtl' ? '،' : ',')

/** Date and time of the location's own clock, such as `Sat 28 Nov, 10:30`. */
export function formatDateTime(value: string, language: Language): string {
  const date = formatDate(value, language, 'weekday')
  return date && `${date}${dateComma(language)} ${formatTime(value, language)}`
}

const anyMoment = '2026-01-05T10:30'

/**
 * Makes the formats of days and times that most screens have, each by a call of its own: on a phone one takes longer than a screen without any (DEC-305),
 * so they are made while the renter reads.
 */
export const formatsAhead = (language: Language): readonly (() => unknown)[] => [
  () => formatTime(anyMoment, language),
  ...(inPieces.has(language)
    ? [...pieces.weekday, pieces.medium[2]].map((piece) => () => formatted(anyMoment, language, piece))
    : (['weekday', 'medium'] as const).map((style) => () => formatDate(anyMoment, language, style))),
]

/** A telephone number as an address that dials it; what only eyes need is left out. */
export const phoneAddress = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`

/** Name of a month, 1 to 12. */
export function formatMonth(month: number, language: Language, style: 'long' | 'short' = 'long'): string {
  return kept(Intl.DateTimeFormat, localeOf[language], { month: style, timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month - 1, 1)))
}

/** Name of a day of the week, 1 Monday to 7 Sunday; `column` is the head of a calendar's column: three letters, in Arabic, where these are alike, one. */
export function formatWeekday(day: number, language: Language, style: 'long' | 'short' | 'column' = 'long'): string {
  if (style === 'column' && directionOf(language) === 'ltr') return formatWeekday(day, language, 'short').slice(0, 3)
  // The fifth of January 2026 was a Monday.
  return kept(Intl.DateTimeFormat, weekdayLocaleOf[language], { weekday: style === 'column' ? 'narrow' : style, timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 0, 4 + day)))
}

/**
 * Money as every language shows it (SHELL-94): en-US, `currency` an ISO 4217 code (DEC-78) with the places that the
 * currency has there (DEC-116).
 * `amount` is a decimal in major units, as text where it must stay exact.
 */
export function formatMoney(amount: number | `${number}`, currency: string): string {
  const places = placesOf(currency)
  return kept(Intl.NumberFormat, 'en-US', { style: 'currency', currency, minimumFractionDigits: places, maximumFractionDigits: places }).format(amount)
}

/** A number as the language writes it, with as many places as `options` say; a share of 1 as a percentage with `style: 'percent'`. Money has its own (SHELL-94). */
export const formatNumber = (value: number, language: Language, options?: Intl.NumberFormatOptions): string => kept(Intl.NumberFormat, localeOf[language], options).format(value)

/** Several things one after the other, as the language lists them. */
export const formatList = (items: readonly string[], language: Language): string => kept(Intl.ListFormat, localeOf[language], { type: 'unit' }).format(items)
