import * as z from 'zod'
import { PrerenderedScreen, PrerenderedTexts, printRules, textsOfScreen, withOwnTexts, type ModuleManifest, type ReleaseSet } from '@checkin/releases'
import { integrityOf } from '@checkin/releases/signing'
import { offeredLanguages, type Language } from '@checkin/api/languages'
import { placeholders } from '@checkin/releases/page-data'
import { logoSource } from '@checkin/ui/brand'
import { escaped } from '@checkin/server'
import { readAsset, type AssetReader } from '../assets/asset-reader.ts'
import { addressOf } from './preloads.ts'

/** Pre-rendered HTML of one screen and the page around it; the same for every tenant of a set, with placeholders. */
export interface PrerenderedPage {
  /** Name of the screen; `waiting` where it is not known before the page's code runs. */
  readonly name: string
  readonly html: string
  /** Heading of the screen, as HTML text; null where no screen is known. It begins the title (DEC-104). */
  readonly heading: string | null
  /** The page as on a desktop, without its content. */
  readonly wide: string
  /** Content of the page while a tab that has begun already is read; null where that is what the page shows anyway. */
  readonly waiting: string | null
  readonly css: string
  /** Text of the script that captures what is typed until the page's code replays it. */
  readonly captureScript: string
}

export interface PrerenderedInput {
  readonly assets: AssetReader
  readonly set: ReleaseSet
  readonly language: Language
  /** The tenant's modules: which of them are on decides about the page around the screen. */
  readonly modules: readonly { readonly viewTag: string; readonly isEnabled: boolean }[]
  /** Name of the screen that the address leads to; null where only the session knows. */
  readonly screen: string | null
  /** Whether the page has a stepper, as far as its address tells. */
  readonly hasStepper?: boolean
  /** Texts that the company words itself in this language, by id. */
  readonly own?: Readonly<Record<string, string>>
}

const Rules = z.array(z.object({ within: z.array(z.string()), text: z.string() }))

/** The module version whose pre-rendered screen is used, if it still fits the running shell. */
function prerenderingModule(set: ReleaseSet, screen: string, language: string): ModuleManifest | null {
  const module = Object.values(set.modules).find((each) => each.steps.includes(screen))
  const own = module?.firstScreens
  // Rendered with another kit, it would not be what the code renders: then the page waits for the code.
  if (!module || !own || own.kit !== set.shell.firstScreens?.kit) return null
  return own.screens[screen]?.[language] !== undefined && set.shell.firstScreens.screens[screen]?.[language] !== undefined ? module : null
}

/**
 * Puts the page around a screen and the screen itself together, from the files of the signed set.
 * Null for a shell that brings none, and for one that does not say where its texts are where the company has its own: what the page's code renders would be
 * another page. Throws when a file is not the one that was signed.
 */
export async function prerenderedScreen({ assets, set, language, modules, screen, hasStepper = true, own: ownTexts = {} }: PrerenderedInput): Promise<PrerenderedPage | null> {
  const { shell } = set
  const own = shell.firstScreens
  // A shell of a former version has one page that waits.
  const waitingFile = ((hasStepper ? undefined : own?.screens['waiting-no-step']) ?? own?.screens['waiting'])?.[language]
  if (own?.rules === undefined || own.hold === undefined || waitingFile === undefined) return null
  const text = (manifest: ModuleManifest, path: string): Promise<string> => readSigned(assets, manifest, path)
  const hasOwn = Object.keys(ownTexts).length > 0
  const saysWhere = (manifest: ModuleManifest, path: string): boolean => manifest.files.some((file) => file.path === textsOfScreen(path))
  const rendered = async (manifest: ModuleManifest, path: string): Promise<PrerenderedScreen> => {
    const page = PrerenderedScreen.parse(JSON.parse(await text(manifest, path)))
    return hasOwn ? worded(page, PrerenderedTexts.parse(JSON.parse(await text(manifest, textsOfScreen(path)))), ownTexts) : page
  }

  if (hasOwn && !saysWhere(shell, waitingFile)) return null
  const found = screen === null ? null : prerenderingModule(set, screen, language)
  const module = found && screen !== null && hasOwn && !saysWhere(found, found.firstScreens?.screens[screen]?.[language] ?? '') ? null : found
  const name = module && screen !== null ? screen : 'waiting'
  const forTenant = (page: PrerenderedScreen): PrerenderedScreen =>
    (page.without && !modules.some(({ viewTag, isEnabled }) => isEnabled && page.without?.modules.includes(viewTag)) ? { ...page, ...page.without } : page)
  const waiting = forTenant(await rendered(shell, waitingFile))
  const page = module ? forTenant(await rendered(shell, own.screens[name]?.[language] ?? waitingFile)) : waiting
  const part = module ? await rendered(module, module.firstScreens?.screens[name]?.[language] ?? '') : null
  const rules = Rules.parse(JSON.parse(await text(shell, own.rules)))
  const needed = [...new Set([...page.rules, ...waiting.rules, ...(part?.rules ?? [])])].sort((one, other) => one - other)
  return {
    name,
    html: page.html.replaceAll(placeholders.version, module?.version ?? '').replaceAll(placeholders.screen, () => part?.html ?? ''),
    heading: part ? headingIn(part.html) : null,
    wide: page.wide ?? '',
    waiting: module ? (/<main[^>]*>([\s\S]*)<\/main>/.exec(waiting.html)?.[1] ?? '') : null,
    css: withAddresses(printRules(needed.flatMap((at) => rules[at] ?? [])), shell) + (part?.css && module ? withAddresses(part.css, module) : ''),
    captureScript: await text(shell, own.hold),
  }
}

/** A screen with the company's own texts in place of the product's. */
const worded = (page: PrerenderedScreen, { html, wide, without }: PrerenderedTexts, own: Readonly<Record<string, string>>): PrerenderedScreen => ({
  ...page, html: withOwnTexts(page.html, html, own, escaped),
  ...(page.wide !== undefined && wide && { wide: withOwnTexts(page.wide, wide, own, escaped) }),
  ...(page.without && without && { without: { ...page.without, html: withOwnTexts(page.without.html, without.html, own, escaped), wide: withOwnTexts(page.without.wide, without.wide, own, escaped) } }),
})

/** Text of the first heading, its characters escaped as they were rendered. */
const headingIn = (html: string): string | null => /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '').trim() || null

/** What of a tenant stands in a pre-rendered page. */
export interface PrerenderedTenant {
  readonly firmName: string
  readonly firmLogo?: string | null | undefined
  readonly locales: readonly string[]
}

/** A language to choose, as `LanguageSelector` of the shell renders it. */
const languageOption = /<option data-language="([a-z]{2})"[^>]*>[^<]*<\/option>/g

/** The tenant's languages in its own order: a page is pre-rendered with all (DEC-112). A shell from before has no such options and keeps its three. */
function withLanguagesOf(html: string, locales: readonly string[]): string {
  const options = new Map([...html.matchAll(languageOption)].map(([option, language = '']) => [language, option]))
  const offered = offeredLanguages(locales).flatMap((language) => options.get(language) ?? []).join('')
  let isFirst = true
  return html.replace(languageOption, () => {
    const text = isFirst ? offered : ''
    isFirst = false
    return text
  })
}

/** Fills a tenant's name and logo into the placeholders, and leaves its languages to choose from. */
export function fillTenant(html: string, firm: PrerenderedTenant, escaped: (text: string) => string): string {
  const logo = logoSource(firm.firmLogo)
  const [initial = ''] = firm.firmName
  return withLanguagesOf(html, firm.locales)
    .replaceAll(placeholders.initial + placeholders.name, () => escaped(firm.firmName))
    .replaceAll(placeholders.initial, () => (logo === null ? escaped(initial) : `<img src="${escaped(logo)}" alt=""/>`))
}

const withAddresses = (css: string, manifest: ModuleManifest): string => css.replace(/url\((['"]?)(?!data:|\/)([^)'"]+)\1\)/g, (_, _quote, path: string) => `url(${addressOf(manifest, path)})`)

async function readSigned(assets: AssetReader, manifest: ModuleManifest, path: string): Promise<string> {
  const signed = manifest.files.find((file) => file.path === path)
  const bytes = await readAsset(assets, `${manifest.name}/${manifest.version}/${path}`)
  if (signed === undefined || !bytes || integrityOf(bytes) !== signed.integrity) throw new Error(`${path} of ${manifest.name}@${manifest.version} is not the file that was signed`)
  return bytes.toString()
}
