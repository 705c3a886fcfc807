/** Every language that the product speaks (CONST-32, DEC-112). The first is the fallback of all. */
export const languages = ['en', 'pt', 'fr', 'de', 'es', 'it', 'nl', 'ar'] as const
export type Language = (typeof languages)[number]

/** English: what a language lacks is read in it, and whoever reads none of a tenant's languages gets it (DEC-112). */
export const fallbackLanguage: Language = languages[0]

/** The languages of a tenant that names none of its own (DEC-112). */
export const usualLanguages = ['en', 'pt', 'fr'] as const satisfies readonly Language[]

/** Which way a language is written: `dir` of whatever is in it. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

/**
 * The languages in which a tenant is served, from what its configuration names, in that order (DEC-112). One that this version does not
 * speak is left out; English is always among them.
 */
export function offeredLanguages(locales: readonly string[] = usualLanguages): readonly Language[] {
  const offered = [...new Set(locales.filter(isLanguage))]
  return offered.includes(fallbackLanguage) ? offered : [...offered, fallbackLanguage]
}
