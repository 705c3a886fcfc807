import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@checkin/api/languages'

/** Where the product's texts are gathered for the reservation API, which may not know modules (decision 0250). */
export const productTextsFile = (language: Language): string => `services/reservation-api/src/tenants/texts/product/${language}.json`

const mails = 'services/reservation-api/src/mail/locales'
/** Keys of calendars and wallets: devices show them, and no company words them. */
const ofDevices = /^(?:calendar|wallet)\./

/** Folders of catalogues that are called otherwise than their module. */
const named: Readonly<Record<string, string>> = { 'shared/i18n/locales': 'common', 'shell/src/support/locales': 'support', [mails]: 'mail' }

/** Namespace of a folder of catalogues; null for one whose texts no company words (papers, the signature sandbox, modules of tests). */
export function namespaceOf(folder: string): string | null {
  const [, module = '', part] = /^(mfe-[a-z]+)\/(?:src\/([a-z]+)\/)?locales$/.exec(folder) ?? []
  return named[folder] ?? (module === '' ? null : [module, part].filter(Boolean).join('-'))
}

/** The product's texts of a language by id, as JSON with one on each line. `paths` are the repository's files below `root`. */
export function productTexts(root: string, paths: readonly string[], language: Language): string {
  const texts = paths.filter((path) => path.endsWith(`/locales/${language}.json`)).flatMap((path) => {
    const namespace = namespaceOf(path.slice(0, path.lastIndexOf('/')))
    const read = namespace === null ? {} : JSON.parse(readFileSync(join(root, path), 'utf8')) as Readonly<Record<string, string>>
    return Object.entries(read).flatMap(([key, text]) => (namespace === 'mail' && ofDevices.test(key) ? [] : [[`${namespace}:${key}`, text] as const]))
  })
  return `${JSON.stringify(Object.fromEntries(texts.sort(([one], [other]) => (one < other ? -1 : 1))), null, 1)}\n`
}

/** Every file of the gathered texts with what belongs in it. */
export const productTextFiles = (root: string, paths: readonly string[]): readonly (readonly [path: string, text: string])[] =>
  languages.map((language) => [productTextsFile(language), productTexts(root, paths, language)])
