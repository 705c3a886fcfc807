import type { Language } from '@checkin/i18n'
import { formatDate, formatMoney, formatTime } from '@checkin/i18n/formats'
import { decimalOf, type Minor } from '../../pricing/money.ts'
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import it from './locales/it.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

export type DocumentMessageKey = keyof typeof en

export const documentCatalogues: Readonly<Record<Language, Readonly<Record<DocumentMessageKey, string>>>> = { de, en, es, fr, it, nl, pt }

/** A message with its placeholders filled, as plain text; one without a value stays. */
export const fillMessage = (message: string, values: Readonly<Record<string, string>>): string =>
  message.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)

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
  const t: DocumentMessages['t'] = (key, values = {}) => fillMessage(documentCatalogues[language][key], values)
  const day = (date: string): string => formatDate(date, language, 'long')
  return {
    t, day,
    money: (minor) => formatMoney(decimalOf(minor, currency), currency),
    moment: (localTime) => `${day(localTime)}, ${formatTime(localTime, language)}`,
    days: (count) => t(count === 1 ? 'days.one' : 'days.other', { count: String(count) }),
  }
}
