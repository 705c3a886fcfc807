import { addWords, type useWords } from '@checkin/i18n'
import type { WordLoaders } from '@checkin/remote'
import ar from './locales/ar.json'
import de from './locales/de.json'
import en from './locales/en.json'
import es from './locales/es.json'
import fr from './locales/fr.json'
import it from './locales/it.json'
import nl from './locales/nl.json'
import pt from './locales/pt.json'

/** Namespace of this late part's messages: the first screen, which loads those of the module, has no room for them (decision 0081). */
export const smsWords = 'mfe-verification-sms'
export type SmsKey = keyof typeof en

/** What the code screen says once the last code went to a number, which is masked (DEC-281). */
export const codeTexts = (words: ReturnType<typeof useWords<SmsKey>>, number: string) =>
  ({ eyebrow: words('Sms.eyebrow'), lead: words('Sms.lead', { number: `\u2066${number}\u2069` }), label: words('Sms.code'), help: words('Sms.help') })

const come = (words: Readonly<Record<SmsKey, string>>) => () => Promise.resolve({ default: words })

/** The messages of all languages in one file: a file for each would lengthen the list of files that every first screen loads. */
const loaders: WordLoaders = { en: come(en), pt: come(pt), fr: come(fr), de: come(de), es: come(es), it: come(it), nl: come(nl), ar: come(ar) }

/** Makes them known. */
export const loadSmsWords = (): Promise<void> => addWords(smsWords, loaders)
