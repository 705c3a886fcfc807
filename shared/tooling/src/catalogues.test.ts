import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { languages } from '@checkin/api/languages'
import { describe, expect, it } from 'vitest'
import { catalogueProblems, localesProblems, missingKeys, otherProductNames, outdatedMessages, pluralFormsOf, readCatalogue, replacedWordings, sourcesOf, unusedKeys } from './catalogues.ts'
import { projectRoot } from './ownership.ts'

const folders = globSync('{mfe-*,mfe-*/src/*,shared/i18n,services/**,shell/src/*}/locales/en.json', { cwd: projectRoot, exclude: (path) => path.includes('node_modules') }).map(dirname).sort()
const modules = folders.filter((folder) => folder.startsWith('mfe-'))
const common = readCatalogue(join(projectRoot, 'shared/i18n/locales'), 'en')
const shared = sourcesOf(join(projectRoot, 'shared'))

describe('the catalogues', () => {
  it('are those of the modules, the common words, mails, documents, terms, offers, the signing page and the late parts of the shell and of mfe-verification', () => {
    expect(folders).toEqual([
      'mfe-driver/locales', 'mfe-offers/locales', 'mfe-payment/locales', 'mfe-precheckout/locales', 'mfe-ticket/locales', 'mfe-verification/locales', 'mfe-verification/src/sms/locales',
      'services/reservation-api/src/agreement/terms/locales', 'services/reservation-api/src/documents/pdf/locales', 'services/reservation-api/src/mail/locales',
      'services/reservation-api/src/reservations/offers/locales', 'services/sandboxes/signature/src/pages/locales', 'shared/i18n/locales', 'shell/src/support/locales',
    ])
  })

  it.each(folders)('of %s say the same in every language, with every plural form that it counts with (DEC-112, SHELL-80)', (folder) => {
    expect(localesProblems(join(projectRoot, folder))).toEqual([])
  })

  it.each(modules)('of %s have no message that nothing shows, and every one that a view asks for', (folder) => {
    const own = readCatalogue(join(projectRoot, folder), 'en')
    const sources = sourcesOf(join(projectRoot, dirname(folder)))
    expect(unusedKeys(Object.keys(own), [...sources, ...shared])).toEqual([])
    // A part that comes late brings its own.
    const late = folders.filter((each) => each !== folder && each.startsWith(`${dirname(folder)}/src/`)).map((each) => readCatalogue(join(projectRoot, each), 'en'))
    expect(missingKeys(sources, Object.assign({}, own, ...late), common)).toEqual([])
  })

  it('put no blank before a French sign that could begin a line', () => {
    const broken = folders.filter((folder) => folder !== 'shared/i18n/locales').flatMap((folder) =>
      Object.entries(readCatalogue(join(projectRoot, folder), 'fr')).filter(([, text]) => / [?!;:»]/.test(text)).map(([key]) => `${folder} ${key}`))
    expect(broken).toEqual([])
  })
})

describe('the word e-mail', () => {
  it('is not broken at its hyphen within a sentence: a word joiner follows, which a search in the page passes over (UX-22)', () => {
    const broken = folders.filter((folder) => folder.startsWith('mfe-') || folder === 'shared/i18n/locales').flatMap((folder) => languages.flatMap((language) =>
      Object.entries(readCatalogue(join(projectRoot, folder), language)).filter(([, text]) => text.length > 40 && /e-mail/i.test(text)).map(([key]) => `${folder} ${language} ${key}`)))
    expect(broken).toEqual([])
  })
})

describe('wording that was replaced (DEC-110, UX-23)', () => {
  const replaced = replacedWordings(readFileSync(join(projectRoot, 'docs/languages.md'), 'utf8'))
  const specified = [...readFileSync(join(projectRoot, 'docs/spec/texts.md'), 'utf8').matchAll(/^\| <a id="I18N-.*$/gm)].flatMap(([line]) => [...line.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key))

  it.each(folders)('stays out of %s', (folder) => {
    expect(replaced.length).toBeGreaterThan(15)
    expect(languages.flatMap((language) => outdatedMessages(readCatalogue(join(projectRoot, folder), language), language, replaced))).toEqual([])
  })

  it('leaves every id of the specification where it is, in every language at once', () => {
    expect(languages.flatMap((language) => {
      const words = readCatalogue(join(projectRoot, 'shared/i18n/locales'), language)
      return specified.filter((key) => words[key] === undefined && words[`${key}_other`] === undefined).map((key) => `${language} ${key}`)
    })).toEqual([])
  })

  it('is found where it stands', () => {
    expect(outdatedMessages({ a: 'Enter the zip code', b: 'Enter the postcode' }, 'en', replaced)).toEqual(['en a: postcode'])
    expect(outdatedMessages({ a: 'Enter the zip code' }, 'pt', replaced)).toEqual([])
  })
})

describe('the name of the product (DEC-51, DEC-104, DEC-286)', () => {
  const name = 'Express Checkout'
  const replaced = replacedWordings(readFileSync(join(projectRoot, 'docs/languages.md'), 'utf8'))

  it('is the same in every language', () => {
    expect(new Set(languages.map((language) => readCatalogue(join(projectRoot, 'shared/i18n/locales'), language)['ExpressCheckout']))).toEqual(new Set([name]))
  })

  it.each(folders)('is the only one that %s says', (folder) => {
    expect(languages.flatMap((language) => Object.entries(readCatalogue(join(projectRoot, folder), language)).flatMap(([key, text]) => otherProductNames(text, name).map((found) => `${language} ${key}: ${found}`)))).toEqual([])
  })

  it.each(['services/site/src/pages/page-messages.ts', 'shell/src/config/title.model.ts'])('is said by %s, which has no catalogue, and no other', (file) => {
    const source = readFileSync(join(projectRoot, file), 'utf8')
    expect([source.includes(`= '${name}'`), otherProductNames(source, name), replaced.filter(({ instead, pattern }) => instead.startsWith(name) && pattern.test(source))]).toEqual([true, [], []])
  })

  it.each(globSync('services/demo/data/terms/*.json', { cwd: projectRoot }).sort())('is what the privacy notice of %s calls it', (file) => {
    const source = readFileSync(join(projectRoot, file), 'utf8')
    const [, language = ''] = /\.(\w\w)\.json$/.exec(file) ?? []
    expect([source.includes(name), otherProductNames(source, name), replaced.filter((wording) => wording.language === language && wording.instead.startsWith(name) && wording.pattern.test(source))]).toEqual([true, [], []])
  })

  it('is told from another', () => {
    expect(otherProductNames('Express Checkout, Express check-in, expresso, Checkout', name)).toEqual(['Express', 'expresso', 'Checkout'])
  })
})

describe('the check of catalogues', () => {
  const english = { title: 'Hello {{name}}', days_one: 'One day', days_other: '{{count}} days' }

  it.each([
    ['a key too few', { days_one: 'Ein Tag', days_other: '{{count}} Tage' }, 'de has no words for title'],
    ['a text that is empty', { title: ' ', days_one: 'Ein Tag', days_other: '{{count}} Tage' }, 'de has no words for title'],
    ['a key too many', { ...english, other: 'x' }, 'de has other, which English has not'],
    ['another placeholder', { ...english, title: 'Hallo {{nam}}' }, 'de inserts nam into title, English name'],
    ['a plural form too few', { title: 'Hallo {{name}}', days_other: '{{count}} Tage' }, 'de has no words for days_one'],
    ['a form that the language does not count with', { ...english, days_few: '{{count}} Tage' }, 'de has days_few, which English has not'],
  ])('finds %s', (_what, german, problem) => {
    expect(catalogueProblems(german, english, 'de')).toEqual([problem])
  })

  it('asks for the forms of each language', () => {
    expect(Object.fromEntries(languages.map((language) => [language, pluralFormsOf(language).length]))).toMatchObject({ en: 2, pt: 3, fr: 3, de: 2 })
    expect(catalogueProblems({ title: '{{name}}', days_one: 'un día', days_other: '{{count}} días' }, english, 'es')).toEqual(['es has no words for days_many'])
  })

  it('knows what is shown: by name, by a template, by its plural', () => {
    const sources = ["words('title') + words('days', { count })", 'words(`Lane.${id}.name`)', 'const every = `${prefix}`']
    expect(unusedKeys(['title', 'days_one', 'days_other', 'Lane.find.name', 'Lane.find', 'gone'], sources)).toEqual(['Lane.find', 'gone'])
    expect(missingKeys(sources, english)).toEqual([])
    expect(missingKeys(["words('titel')"], english)).toEqual(['titel'])
  })
})
