import { directionOf, fallbackLanguage, languages, type Language } from '@checkin/api/languages'
import i18next, { type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { commonNamespace, commonWords, type WordLoaders } from './catalogue.ts'

export interface I18nOptions {
  readonly language: Language
  /** Namespaces to have at the first render, next to the common one. */
  readonly words?: Readonly<Record<string, WordLoaders>>
  /** The company's own words, in place of those that are loaded: language, namespace, key (DEC-324). */
  readonly own?: OwnWords | undefined
}

/** Words by language, namespace and key. */
export type OwnWords = Readonly<Partial<Record<string, Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>>>>

const loadersOf = new Map<string, WordLoaders>()
let ownWords: OwnWords = {}

/**
 * Starts the one i18next instance with the words of `language` (SHELL-80, SHELL-81). Only the shell calls it, once;
 * English is fetched only when the language lacks a key.
 */
export async function initI18n({ language, words = {}, own = {} }: I18nOptions): Promise<i18n> {
  loadersOf.clear()
  ownWords = own
  loadersOf.set(commonNamespace, commonWords)
  for (const [namespace, loaders] of Object.entries(words)) loadersOf.set(namespace, loaders)
  await i18next.use(initReactI18next).init({
    lng: language,
    supportedLngs: [...languages],
    fallbackLng: fallbackLanguage,
    resources: {},
    ns: [...loadersOf.keys()],
    defaultNS: commonNamespace,
    fallbackNS: commonNamespace,
    keySeparator: false,
    nsSeparator: ':',
    returnEmptyString: false,
    // Nothing is escaped, React does that. What is inserted into a text from right to left stands by itself (DEC-181).
    interpolation: { escapeValue: true, escape: isolated },
    react: { useSuspense: false, bindI18nStore: 'added' },
    saveMissing: true,
    missingKeyHandler: (_languages, namespace) => {
      // Should English not come either, the key stays visible and check-in goes on.
      loadInto(namespace, fallbackLanguage).catch(() => undefined)
    },
  })
  await loadAll(language)
  return i18next
}

/** Makes a module's words known and loads those of the current language; later language changes bring them along. Another version's words go (ROL-9). */
export async function addWords(namespace: string, loaders: WordLoaders): Promise<void> {
  if ((loadersOf.get(namespace) ?? loaders) !== loaders) languages.forEach((language) => i18next.removeResourceBundle(language, namespace))
  loadersOf.set(namespace, loaders)
  await loadInto(namespace, currentLanguage())
}

/** Switches every visible text without a reload (SHELL-72); the new words are there before the old ones go. */
export async function changeLanguage(language: Language): Promise<void> {
  await loadAll(language)
  await i18next.changeLanguage(language)
}

/** The language in use, English before the start. */
export function currentLanguage(): Language {
  return languages.find((language) => language === i18next.language) ?? fallbackLanguage
}

/** A value inside a text from right to left: without the two signs, that are not seen, Latin letters and signs change places with their neighbours. */
const isolated = (value: string): string => (directionOf(i18next.language) === 'rtl' ? `\u2068${value}\u2069` : value)

async function loadAll(language: Language): Promise<void> {
  await Promise.all([...loadersOf.keys()].map((namespace) => loadInto(namespace, language)))
}

async function loadInto(namespace: string, language: Language): Promise<void> {
  const loaders = loadersOf.get(namespace)
  // A version from before this language has no words in it: English is there at once, not key by key (DEC-112).
  const known = loaders?.[language] ? language : fallbackLanguage
  if (!loaders || i18next.hasResourceBundle(known, namespace)) return
  const { default: words } = await (loaders[known] ?? loaders.en)()
  i18next.addResourceBundle(known, namespace, { ...words, ...ownWords[known]?.[namespace] })
}
