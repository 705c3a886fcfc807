import type { Language } from '@checkin/i18n'
import { formatDate, formatMoney, formatTime } from '@checkin/i18n/formats'
import { decimalOf, type Minor } from '../../pricing/decimal.ts'
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

export type PaperKey = keyof typeof en

export const paperCatalogues: Readonly<Record<Language, Readonly<Record<PaperKey, string>>>> = { en, fr, pt }

/** Words, dates and money of papers and mails in one language. */
export interface PaperWords {
  readonly say: (key: PaperKey, values?: Readonly<Record<string, string>>) => string
  readonly money: (minor: Minor) => string
  /** A plain date, or the day of a local time. */
  readonly day: (date: string) => string
  /** Day and time of a local time. */
  readonly moment: (localTime: string) => string
  readonly days: (count: number) => string
}

/** `currency` is an ISO 4217 code (SHELL-94, DEC-78). */
export function paperWords(language: Language, currency: string): PaperWords {
  const say: PaperWords['say'] = (key, values = {}) => paperCatalogues[language][key].replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)
  const day = (date: string): string => formatDate(date, language, 'long')
  return {
    say, day,
    money: (minor) => formatMoney(decimalOf(minor), currency),
    moment: (localTime) => `${day(localTime)}, ${formatTime(localTime, language)}`,
    days: (count) => say(count === 1 ? 'days.one' : 'days.other', { count: String(count) }),
  }
}
