import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import en from '../locales/en.json'
import fr from '../locales/fr.json'
import pt from '../locales/pt.json'

/** The keys of the rows I18N-01 to I18N-150. */
const specified = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'spec', 'texts.md'), 'utf8').split('\n')
  .filter((line) => line.startsWith('| <a id="I18N-')).flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key))

const catalogues: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, pt, fr }
const pluralSuffix = /_(?:one|many|other)$/
const placeholders = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort()
const keysWithoutPlural = (words: Readonly<Record<string, string>>): string[] => [...new Set(Object.keys(words).map((key) => key.replace(pluralSuffix, '')))].sort()

/** The 23 fields of SHELL-93 under the names of their message keys. */
const requiredFields = [
  'city', 'address', 'issuePlace', 'birthPlace', 'zipCode', 'countryId', 'mobilePrefix', 'mobile', 'reference', 'name', 'surname', 'email',
  'code', 'birthDate', 'id', 'idType', 'driverLicense', 'taxNumber', 'issueDate', 'expiryDate', 'issueCountry', 'imageFront', 'imageBack',
]

describe.each(Object.entries(catalogues))('the words in %s', (language, words) => {
  it('has a text for every specified key (I18N-01..150)', () => {
    expect(specified.length).toBeGreaterThan(150)
    expect(specified.filter((key) => !words[key]?.trim())).toEqual([])
  })

  it('has the same keys as English', () => {
    expect(keysWithoutPlural(words)).toEqual(keysWithoutPlural(en))
  })

  it('inserts the same values as English', () => {
    const differing = Object.entries(words).filter(([key, text]) => {
      const source = (en as Readonly<Record<string, string>>)[key] ?? (en as Readonly<Record<string, string>>)[key.replace(pluralSuffix, '_other')] ?? ''
      const optional = key.endsWith('_one') ? ['count'] : []
      return placeholders(source).filter((name) => !optional.includes(name)).join() !== placeholders(text).filter((name) => !optional.includes(name)).join()
    })
    expect(differing).toEqual([])
  })

  it('has every plural form that the language counts with', () => {
    const counted = Object.keys(words).filter((key) => key.endsWith('_other')).map((key) => key.replace(pluralSuffix, ''))
    const forms = new Intl.PluralRules(language === 'pt' ? 'pt-PT' : language).resolvedOptions().pluralCategories
    expect(counted.length).toBeGreaterThan(0)
    for (const key of counted) for (const form of forms) expect(words[`${key}_${form}`], `${key}_${form}`).toBeTruthy()
  })

  it('has no key that i18next would take for a namespace, and no empty text', () => {
    expect(Object.entries(words).filter(([key, text]) => key.includes(':') || !text.trim())).toEqual([])
  })

  it('says what is missing for each of the 23 required fields (SHELL-93)', () => {
    expect(requiredFields).toHaveLength(23)
    expect(requiredFields.filter((field) => !words[`FieldsError.${field}.Required`])).toEqual([])
  })
})

it('keeps a French sign on the line of its word, where the text is ours', () => {
  const ours = Object.entries(fr).filter(([key]) => !specified.includes(key))
  expect(ours.filter(([, text]) => / [?!;:»]/.test(text))).toEqual([])
})
