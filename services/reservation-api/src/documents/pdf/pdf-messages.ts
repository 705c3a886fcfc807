import { directionOf, fallbackLanguage, type Language } from '@checkin/api/languages'
import { dateComma, formatDate, formatMoney, formatTime } from '@checkin/i18n/formats'
import { decimalOf, type Minor } from '../../pricing/money.ts'
import ar from './locales/ar.json' with { type: 'json' }
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import it from './locales/it.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

export type DocumentMessageKey = keyof typeof en

export const documentCatalogues: Readonly<Record<Language, Readonly<Record<DocumentMessageKey, string>>>> = { ar, de, en, es, fr, it, nl, pt }

/** A message with its placeholders filled, as plain text; one without a value stays. */
export const fillMessage = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)

/**
 * The language that papers are set in (decision 0161): letters of Arabic join and run from right to left, which the fonts and the
 * layout of papers do not. Mails and pages stay in the language of the renter and say so.
 */
export const pdfLanguage = (language: Language): Language => (directionOf(language) === 'rtl' ? fallbackLanguage : language)

/** Values for a text from right to left, each by itself: a sign before an amount, or a name in Latin letters, would change places with its neighbours. */
export const isolated = (language: Language, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  (directionOf(language) === 'rtl' ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`])) : values)

const dayForms: Readonly<Record<string, DocumentMessageKey>> = Object.fromEntries(
  ['zero', 'one', 'two', 'few', 'many'].map((form) => [form, `days_${form}` as DocumentMessageKey]),
)

/** Messages, dates and money of documents and mails in one language. */
export interface DocumentMessages {
  readonly t: (key: DocumentMessageKey, values?: Readonly<Record<string, string>>) => string
  readonly money: (minor: Minor) => string
  /** A plain date, or the day of a local time. */
  readonly day: (date: string) => string
  /** Day and time of a local time. */
  readonly moment: (localTime: string) => string
  readonly days: (count: number) => string
}

/** `currency` is an ISO 4217 code (SHELL-94, DEC-78). */
export function documentMessages(language: Language, currency: string): DocumentMessages {
  const forms = new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language)
  const t: DocumentMessages['t'] = (key, values = {}) => fillMessage(documentCatalogues[language][key], isolated(language, values))
  const day = (date: string): string => formatDate(date, language, 'long')
  return {
    t, day,
    money: (minor) => formatMoney(decimalOf(minor, currency), currency),
    moment: (localTime) => `${day(localTime)}${dateComma(language)} ${formatTime(localTime, language)}`,
    days: (count) => t(dayForms[forms.select(count)] ?? 'days_other', { count: String(count) }),
  }
}
