import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fallbackLanguage, languages, type Language } from '@checkin/api/languages'

/** A catalogue of messages: flat keys, i18next placeholders and plural suffixes. */
export type Catalogue = Readonly<Record<string, string>>

const pluralForm = /_(zero|one|two|few|many|other)$/
/** What is said of none, one or two may name the number in words. */
const mayNameTheNumber = /_(zero|one|two)$/

/** Keys that are counted: those with a form for `other`, without their suffix. */
const countedKeys = (catalogue: Catalogue): ReadonlySet<string> =>
  new Set(Object.keys(catalogue).filter((key) => key.endsWith('_other')).map((key) => key.replace(pluralForm, '')))

/** The plural forms that a language counts with, as the browser will ask for them. Portuguese is that of Portugal. */
export const pluralFormsOf = (language: Language): readonly string[] =>
  new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language).resolvedOptions().pluralCategories

const placeholdersOf = (text: string): readonly string[] => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].sort()

/** Keys of a catalogue and, for each, the English text that it has to say the same as. */
function expectedTexts(english: Catalogue, language: Language): ReadonlyMap<string, string> {
  const counted = countedKeys(english)
  const isForm = (key: string): boolean => pluralForm.test(key) && counted.has(key.replace(pluralForm, ''))
  const forms = [...counted].flatMap((key) => pluralFormsOf(language).map((form): [string, string] => [`${key}_${form}`, english[`${key}_other`] ?? '']))
  return new Map([...Object.entries(english).filter(([key]) => !isForm(key)), ...forms])
}

/** What is wrong with a catalogue beside English: keys too few or too many, a plural form that is missing, an empty text, other placeholders. */
export function catalogueProblems(catalogue: Catalogue, english: Catalogue, language: Language): readonly string[] {
  const expected = expectedTexts(english, language)
  const surplus = Object.keys(catalogue).filter((key) => !expected.has(key)).map((key) => `${language} has ${key}, which English has not`)
  return [...surplus, ...[...expected].flatMap(([key, source]) => {
    const text = catalogue[key]?.trim() ?? ''
    if (text === '') return [`${language} has no words for ${key}`]
    const optional = mayNameTheNumber.test(key) ? ['count'] : []
    const [own, wanted] = [text, source].map((each) => placeholdersOf(each).filter((name) => !optional.includes(name)).join(', '))
    return own === wanted ? [] : [`${language} inserts ${own || 'nothing'} into ${key}, English ${wanted || 'nothing'}`]
  })]
}

/** Reads a catalogue of a `locales` folder; one that does not exist has no keys. */
export function readCatalogue(folder: string, language: Language): Catalogue {
  const file = join(folder, `${language}.json`)
  return globSync(file).length === 0 ? {} : JSON.parse(readFileSync(file, 'utf8')) as Catalogue
}

/** What is wrong with a `locales` folder, in every language of the product (DEC-112). */
export function localesProblems(folder: string): readonly string[] {
  // A key that English alone lacks is English's fault.
  const every = Object.assign({}, ...languages.map((language) => plainKeys(readCatalogue(folder, language)))) as Catalogue
  const english = { ...every, ...readCatalogue(folder, fallbackLanguage) }
  return languages.flatMap((language) => catalogueProblems(readCatalogue(folder, language), english, language))
}

const plainKeys = (catalogue: Catalogue): Catalogue => Object.fromEntries(Object.entries(catalogue).filter(([key]) => !pluralForm.test(key)))

/** Texts of code: what stands in quotes, and templates as patterns. */
const quoted = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const escapedPattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The sources of a package or folder, without tests, catalogues and what is generated. */
export const sourcesOf = (folder: string): readonly string[] =>
  globSync('**/*.{ts,tsx}', { cwd: folder, exclude: (path) => /node_modules|dist/.test(path) })
    .filter((path) => !/\.test\.tsx?$|[\\/](test|gallery|harness)[\\/]/.test(path)).map((path) => readFileSync(join(folder, path), 'utf8'))

/** Keys that no source names, neither in full nor as what a template like `Lane.${id}` may come to. */
export function unusedKeys(keys: readonly string[], sources: readonly string[]): readonly string[] {
  const named = new Set<string>()
  const patterns = new Set<string>()
  for (const source of sources) for (const [, single, double, template] of source.matchAll(quoted)) {
    const text = single ?? double ?? template ?? ''
    if (!text.includes('${')) named.add(text)
    // A template of placeholders alone would be any key.
    else if (/\w\.|\.\w/.test(text.replace(/\$\{[^}]*\}/g, '\u0000'))) patterns.add(`^${text.split(/\$\{[^}]*\}/).map(escapedPattern).join('[\\w.-]+')}$`)
  }
  const expressions = [...patterns].map((pattern) => new RegExp(pattern))
  return keys.filter((key) => {
    const base = key.replace(pluralForm, '')
    // Inside a template, quotes stand in the template's own text.
    const isNamed = named.has(key) || named.has(base) || sources.some((source) => source.includes(`'${base}'`))
    return !isNamed && !expressions.some((each) => each.test(base))
  })
}

/** Keys that a view asks for by name and that are in none of its catalogues. */
export function missingKeys(sources: readonly string[], ...catalogues: readonly Catalogue[]): readonly string[] {
  const known = new Set(catalogues.flatMap((catalogue) => Object.keys(catalogue).flatMap((key) => [key, key.replace(pluralForm, '')])))
  return [...new Set(sources.flatMap((source) => [...source.matchAll(/\b(?:words|t)\('([^']+)'/g)].map(([, key = '']) => key)))].filter((key) => !known.has(key))
}

/** A wording of a language that was replaced, and what is said instead. */
export interface ReplacedWording {
  readonly language: string
  readonly pattern: RegExp
  readonly instead: string
}

/** Reads the table below "Wording that was replaced" of docs/languages.md (DEC-110). */
export const replacedWordings = (markdown: string): readonly ReplacedWording[] =>
  [...(markdown.split('## Wording that was replaced')[1] ?? '').matchAll(/^\| (\w\w) \| `(.+)` \| (.+) \|$/gm)]
    .map(([, language = '', pattern = '', instead = '']) => ({ language, pattern: new RegExp(pattern, 'u'), instead }))

/** Messages of a language that say what was replaced. */
export const outdatedMessages = (catalogue: Catalogue, language: Language, replaced: readonly ReplacedWording[]): readonly string[] =>
  Object.entries(catalogue).flatMap(([key, text]) => replaced
    .filter((wording) => wording.language === language && wording.pattern.test(text)).map(({ instead }) => `${language} ${key}: ${instead}`))

/** What a text calls the product beside its one name (DEC-286): words that the name is made of, in other company. Empty where it says the name alone. */
export const otherProductNames = (text: string, name: string): readonly string[] =>
  [...text.replaceAll(name, '').matchAll(/\b(?:expres\w*|exprés|check-?outs?)\b/giu)].map(([found]) => found)
