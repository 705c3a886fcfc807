import type { WordLoaders } from '@checkin/remote'
import type en from './locales/en.json'

/** Namespace of the messages of help and saving; they come with this part of the shell, after the first screen (decision 0081). */
export const supportNamespace = 'support'
export type SupportKey = keyof typeof en

export const supportWords: WordLoaders = {
  en: () => import('./locales/en.json'),
  pt: () => import('./locales/pt.json'),
  fr: () => import('./locales/fr.json'),
  de: () => import('./locales/de.json'),
  es: () => import('./locales/es.json'),
  it: () => import('./locales/it.json'),
  nl: () => import('./locales/nl.json'),
}
