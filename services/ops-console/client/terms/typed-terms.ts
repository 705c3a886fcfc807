import { directionOf, type Language } from '@checkin/api/languages'
import { TermsDraftRequest, type TermsContent, type TermsContents } from '@checkin/internal'
import { languageName } from '../frame/format.tsx'

/** A section as it is typed: its paragraphs are apart by an empty line. */
export interface TypedSection {
  readonly heading: string
  readonly text: string
}

/** One language as it is typed. What was typed of the kind that is not chosen stays. */
export interface TypedText {
  readonly kind: TermsContent['kind']
  readonly title: string
  readonly lead: string
  readonly sections: readonly TypedSection[]
  /** Base64 of the company's own file. */
  readonly pdf: string
}

/** A draft of a document as it is typed. */
export interface TypedTerms {
  readonly draftId: string
  readonly tag: string
  readonly validFrom: string
  readonly note: string
  readonly texts: Readonly<Partial<Record<Language, TypedText>>>
}

/** A language in which nothing is typed yet; from right to left we set no lines, so that its kind is a file (decision 0161). */
export const emptyText = (language: Language): TypedText =>
  ({ kind: directionOf(language) === 'rtl' ? 'pdf' : 'text', title: '', lead: '', sections: [{ heading: '', text: '' }], pdf: '' })

const paragraphsOf = (text: string): string[] => text.split(/\n\s*\n/).map((each) => each.trim()).filter((each) => each !== '')

/** What a text is edited as. */
export function typedText(content: TermsContent): TypedText {
  const { kind, title } = content
  return kind === 'pdf' ? { kind, title, lead: '', sections: [], pdf: content.pdf }
    : { kind, title, lead: content.lead, sections: content.sections.map(({ heading, paragraphs }) => ({ heading, text: paragraphs.join('\n\n') })), pdf: '' }
}

/** What a version is edited as. */
export const typedTexts = (contents: TermsContents): TypedTerms['texts'] =>
  Object.fromEntries(Object.entries(contents).map(([language, content]) => [language, typedText(content)]))

/** What was typed in one language as it would be kept; it may lack something. */
export const contentOf = ({ kind, title, lead, sections, pdf }: TypedText): TermsContent =>
  (kind === 'pdf' ? { kind, title, pdf } : { kind, title, lead, sections: sections.map(({ heading, text }) => ({ heading, paragraphs: paragraphsOf(text) })) })

const fieldNames: Readonly<Record<string, string>> = {
  tag: 'the document\'s short name', validFrom: 'the first day', note: 'what the draft is for', title: 'the title', lead: 'the introduction', heading: 'the heading', paragraphs: 'the text', pdf: 'the PDF', contents: 'the texts',
}

/** A place in a draft as people read it: `English, section 2: the heading`. */
function placeOf(path: readonly PropertyKey[]): string {
  const [first, language, ...inside] = path.map(String)
  if (first !== 'contents' || language === undefined) return fieldNames[first ?? ''] ?? 'the draft'
  const section = inside[0] === 'sections' && inside[1] !== undefined ? `, section ${Number(inside[1]) + 1}` : ''
  const field = inside.find((name) => name !== 'sections' && fieldNames[name] !== undefined)
  return `${languageName(language)}${section}${field === undefined ? '' : `: ${fieldNames[field] ?? field}`}`
}

const reasons: Readonly<Record<string, string>> = { too_small: 'is missing', too_big: 'is too long' }

/** What a draft is kept with, or what is wrong with it, each with its place; the server checks the same. */
export function requestOf({ tag, validFrom, note, texts }: TypedTerms): { readonly request: TermsDraftRequest } | { readonly problems: readonly string[] } {
  const contents = Object.fromEntries(Object.entries(texts).map(([language, typed]) => [language, contentOf(typed)]))
  const turned = Object.entries(texts).filter(([language, { kind }]) => kind === 'text' && directionOf(language) === 'rtl').map(([language]) => `${languageName(language)}: put it as a PDF of your own`)
  const read = TermsDraftRequest.safeParse({ tag, validFrom, note, contents })
  if (read.success && turned.length === 0) return { request: read.data }
  const found = (read.error?.issues ?? []).map(({ path, code }) => `${placeOf(path)} ${reasons[code] ?? 'cannot be used'}`)
  return { problems: [...new Set([...found, ...turned])] }
}

const storageKey = (key: string): string => `checkin-terms ${key}`

/** What was typed before a reload, in this tab alone; null where nothing was, or it is of another form. */
export function readTyped(storage: Pick<Storage, 'getItem'>, key: string): TypedTerms | null {
  try {
    const read = JSON.parse(storage.getItem(storageKey(key)) ?? 'null') as Partial<TypedTerms> | null
    return typeof read?.draftId === 'string' && typeof read.tag === 'string' && typeof read.texts === 'object' ? read as TypedTerms : null
  } catch {
    return null
  }
}

/** Keeps what is typed over a reload. Files that are too large for the browser's store stay on the page alone. */
export function keepTyped(storage: Pick<Storage, 'setItem' | 'removeItem'>, key: string, typed: TypedTerms): void {
  try {
    storage.setItem(storageKey(key), JSON.stringify(typed))
  } catch {
    // An older state than the present one would be worse than none.
    storage.removeItem(storageKey(key))
  }
}

export const forgetTyped = (storage: Pick<Storage, 'removeItem'>, key: string): void => { storage.removeItem(storageKey(key)) }
