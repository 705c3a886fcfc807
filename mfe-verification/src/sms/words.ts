import { addWords } from '@checkin/i18n'
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

const come = (words: Readonly<Record<SmsKey, string>>) => () => Promise.resolve({ default: words })

/** The messages of all languages in one file: a file for each would lengthen the list of files that every first screen loads. */
const loaders: WordLoaders = { en: come(en), pt: come(pt), fr: come(fr), de: come(de), es: come(es), it: come(it), nl: come(nl), ar: come(ar) }

/** Makes them known. */
export const loadSmsWords = (): Promise<void> => addWords(smsWords, loaders)
