import type { Language } from '@checkin/i18n'
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

export type MailKey = keyof typeof en
export type MailValues = Readonly<Record<string, string>>

export const mailCatalogues: Readonly<Record<Language, Readonly<Record<MailKey, string>>>> = { en, fr, pt }

/** The sentence of a key with its places filled, as plain text: whoever puts it into HTML escapes it. */
export function mailWords(language: Language, values: MailValues): (key: MailKey) => string {
  return (key) => mailCatalogues[language][key].replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)
}
