import { addWords } from '@checkin/i18n'

/** Namespace of this late part's messages: the first screen, which loads those of the module, has no room for them (decision 0081). */
export const smsWords = 'mfe-verification-sms'

/** Loads the messages of the language in use; others follow a change of language. */
export const loadSmsWords = (): Promise<void> => addWords(smsWords, {
  en: () => import('./locales/en.json'),
  pt: () => import('./locales/pt.json'),
  fr: () => import('./locales/fr.json'),
  de: () => import('./locales/de.json'),
  es: () => import('./locales/es.json'),
  it: () => import('./locales/it.json'),
  nl: () => import('./locales/nl.json'),
  ar: () => import('./locales/ar.json'),
})
