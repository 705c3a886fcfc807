import type { Language } from '@checkin/i18n'
import en from './texts/en.json' with { type: 'json' }
import fr from './texts/fr.json' with { type: 'json' }
import pt from './texts/pt.json' with { type: 'json' }

/** The documents that a tenant may ask its renters to agree to, by tag. */
export const termTags = ['rental', 'privacy'] as const
export type TermTag = (typeof termTags)[number]

export interface TermsText {
  readonly title: string
  readonly lead: string
  readonly sections: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[]
}

type Catalogue = Readonly<Record<TermTag, TermsText>> & { readonly page: string; readonly issued: string }

export const termsCatalogues: Readonly<Record<Language, Catalogue>> = { en, fr, pt }

export const isTermTag = (tag: string): tag is TermTag => termTags.some((known) => known === tag)

/** Fills the places of a sentence. */
export const filled = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place)

/** A document in one language for one firm. */
export function termsText(tag: TermTag, language: Language, firm: string): TermsText {
  const { title, lead, sections } = termsCatalogues[language][tag]
  const fill = (sentence: string) => filled(sentence, { firm })
  return { title, lead: fill(lead), sections: sections.map((section) => ({ heading: section.heading, paragraphs: section.paragraphs.map(fill) })) }
}
