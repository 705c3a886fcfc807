import type { WordLoaders } from '@checkin/remote'
import type en from '../locales/en.json'

/** Every key of the common catalogue: the rows of docs/spec/texts.md and the words of the frame. */
export type CommonKey = keyof typeof en

/** How to get a namespace's words. */
export type { WordLoaders } from '@checkin/remote'

/** Namespace of the common catalogue; every other namespace falls back to it. */
export const commonNamespace = 'common'

export const commonWords: WordLoaders = {
  en: () => import('../locales/en.json'),
  pt: () => import('../locales/pt.json'),
  fr: () => import('../locales/fr.json'),
  de: () => import('../locales/de.json'),
  es: () => import('../locales/es.json'),
  it: () => import('../locales/it.json'),
  nl: () => import('../locales/nl.json'),
  ar: () => import('../locales/ar.json'),
}
