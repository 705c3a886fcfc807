import type { TenantTexts } from '@checkin/internal'
import type { Language } from '@checkin/i18n'
import { fillMessage, isolated } from '../documents/pdf/pdf-messages.ts'
import ar from './locales/ar.json' with { type: 'json' }
import de from './locales/de.json' with { type: 'json' }
import en from './locales/en.json' with { type: 'json' }
import es from './locales/es.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import it from './locales/it.json' with { type: 'json' }
import nl from './locales/nl.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

export type MailKey = keyof typeof en
export type MailValues = Readonly<Record<string, string>>

export const mailCatalogues: Readonly<Record<Language, Readonly<Record<MailKey, string>>>> = { ar, de, en, es, fr, it, nl, pt }

/**
 * The message of a key with its placeholders filled, as plain text: whoever puts it into HTML escapes it. A text of the company's own stands in place of the
 * product's (DEC-324).
 */
export function mailMessages(language: Language, values: MailValues, own?: TenantTexts): (key: MailKey) => string {
  return (key) => fillMessage(own?.[language]?.[`mail:${key}`] ?? mailCatalogues[language][key], isolated(language, values))
}

/** What every mail has messages for: subject, preview, heading and lead. */
export type MailName = MailKey extends infer Key ? (Key extends `${infer Name}.subject` ? Name : never) : never
