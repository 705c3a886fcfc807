import { isLanguage, languages, type Language } from '@checkin/api/languages'
import * as z from 'zod'

/** Most characters of a company's own texts, over all languages: they come with each of its pages. */
export const mostTextCharacters = 30_000

const TextId = z.string().max(160).regex(/^(?:common|support|mail|mfe-[a-z0-9-]+):[\w.-]+$/)

/**
 * Texts that a company words itself, by language and id (DEC-324). An id is the namespace of a catalogue (`common`, `support`, a module's name, `mail`), a colon
 * and the key. What else is asked of a text follows from the product's own, which the reservation API knows.
 */
export const TenantTexts = z.partialRecord(z.enum(languages), z.record(TextId, z.string().max(4000)))
  .refine((texts) => textCharacters(texts) <= mostTextCharacters, { error: `More than ${mostTextCharacters} characters in all` })
export type TenantTexts = z.infer<typeof TenantTexts>

const textCharacters = (texts: Partial<Record<string, Readonly<Record<string, string>>>>): number =>
  Object.values(texts).flatMap((own = {}) => Object.values(own)).reduce((sum, text) => sum + text.length, 0)

/** What keeps a text from being used; each has words in `textProblemWords`. */
export const textProblems = ['UnknownText', 'EmptyText', 'Markup', 'MissingPlace', 'ForeignPlace', 'TooLong'] as const
export type TextProblem = (typeof textProblems)[number]

/** The same in words, for people at the console. */
export const textProblemWords: Readonly<Record<TextProblem, string>> = {
  UnknownText: 'The product has no such text in this language',
  EmptyText: 'A text may not be empty: put it back to the product\'s instead',
  Markup: 'A text is plain: no tags, no character codes, no control characters',
  MissingPlace: 'A place such as {{name}} of the product\'s text is missing: what belongs there would not be told',
  ForeignPlace: 'It has a place that the product does not fill',
  TooLong: 'It is far longer than the product\'s text: the page would not hold it',
}

const place = /\{\{(\w+)\}\}/g

/** The names between double braces, each once, in their order. */
export const placesOf = (text: string): readonly string[] => [...new Set([...text.matchAll(place)].map(([, name = '']) => name))]

/** Most characters of a text in place of the product's: twice as many, and forty. */
export const longestText = (product: string): number => 2 * product.length + 40

/** Tags, character references, a text within a text (`$t(…)`), control characters and those that turn a line round, and those that pre-rendered pages use as marks. */
const markup = /<[a-z/!?]|&#?\w+;|\$t\(|[\u202a-\u202e]|\p{Cc}|\p{Co}/iu

/** Every form of a plural may name the number. */
const isPlural = /_(?:zero|one|two|few|many|other)$/
/** What is said of none, one or two may leave it out: "one day". */
const mayLeaveNumberOut = /_(?:zero|one|two)$/

/** What keeps `own` from standing in place of the product's text of this id; null where nothing does (DEC-324). */
export function textProblem(id: string, product: string | undefined, own: string): TextProblem | null {
  if (product === undefined) return 'UnknownText'
  if (own.trim() === '') return 'EmptyText'
  if (markup.test(own)) return 'Markup'
  const [wanted, given] = [placesOf(product), placesOf(own)]
  const known = isPlural.test(id) ? [...wanted, 'count'] : wanted
  if (given.some((name) => !known.includes(name)) || /\{\{|\}\}/.test(own.replace(place, ''))) return 'ForeignPlace'
  if (wanted.some((name) => !given.includes(name) && !(name === 'count' && mayLeaveNumberOut.test(id)))) return 'MissingPlace'
  return own.length > longestText(product) ? 'TooLong' : null
}

/** One text of a company's own. */
export interface OwnText {
  readonly language: Language
  readonly id: string
  readonly text: string
}

/** Texts of `texts` that `before` does not have, or words otherwise. */
export function changedTexts(before: TenantTexts | undefined, texts: TenantTexts | undefined): readonly OwnText[] {
  return Object.entries(texts ?? {}).flatMap(([language, own]) =>
    (isLanguage(language) ? Object.entries(own).flatMap(([id, text]) => (before?.[language]?.[id] === text ? [] : [{ language, id, text }])) : []))
}

/** The texts with one worded otherwise; null puts it back to the product's. Undefined where none is left. */
export function withText(texts: TenantTexts | undefined, { language, id, text }: Pick<OwnText, 'language' | 'id'> & { readonly text: string | null }): TenantTexts | undefined {
  const { [id]: _former, ...others } = texts?.[language] ?? {}
  const own = text === null ? others : { ...others, [id]: text }
  const { [language]: _language, ...elsewhere } = texts ?? {}
  const all: TenantTexts = Object.keys(own).length === 0 ? elsewhere : { ...elsewhere, [language]: own }
  return Object.keys(all).length === 0 ? undefined : all
}
