import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { DrawnScreen, printRules, type ModuleManifest, type ReleaseSet } from '@checkin/releases'
import { integrityOf } from '@checkin/releases/signing'
import type { Language } from '@checkin/remote'
import { logoSource } from '@checkin/ui/brand'
import { addressOf } from './preloads.ts'

/** What stands in the HTML before any script has run; the same for every tenant of a set, with gaps. */
export interface FirstScreen {
  /** Name of the screen; `waiting` where it is not known before the page's code runs. */
  readonly name: string
  readonly html: string
  /** The page as on a desktop, without its content. */
  readonly wide: string
  /** Content of the page while a tab that has begun already is read; null where that is what the page shows anyway. */
  readonly waiting: string | null
  readonly css: string
  /** Text of the script that holds what is typed until the page's code is there. */
  readonly hold: string
}

export interface FirstScreenInput {
  readonly assetsDir: string
  readonly set: ReleaseSet
  readonly language: Language
  /** The tenant's modules: which of them are on decides about the page around the screen. */
  readonly modules: readonly { readonly viewTag: string; readonly isEnabled: boolean }[]
  /** Name of the screen that the address leads to; null where only the session knows. */
  readonly screen: string | null
}

/** The signs of shell/src/first-screen/gaps.ts. */
const gaps = { initial: '\uE001', name: '\uE002', version: '\uE003', screen: '\uE004' } as const

const Rules = z.array(z.object({ within: z.array(z.string()), text: z.string() }))

/** The module version that draws a screen into the HTML, if its picture still fits the running shell. */
export function drawingModule(set: ReleaseSet, screen: string, language: string): ModuleManifest | null {
  const module = Object.values(set.modules).find((each) => each.steps.includes(screen))
  const drawn = module?.firstScreens
  // Drawn with another kit, the picture would not be what the code draws: then the page waits for the code.
  if (!module || !drawn || drawn.kit !== set.shell.firstScreens?.kit) return null
  return drawn.screens[screen]?.[language] !== undefined && set.shell.firstScreens.screens[screen]?.[language] !== undefined ? module : null
}

/**
 * Puts the page around a screen and the screen itself together, from the files of the signed set.
 * Null for a shell that brings none; throws when a file is not the one that was signed.
 */
export async function firstScreenOf({ assetsDir, set, language, modules, screen }: FirstScreenInput): Promise<FirstScreen | null> {
  const { shell } = set
  const own = shell.firstScreens
  const waitingFile = own?.screens['waiting']?.[language]
  if (own?.rules === undefined || own.hold === undefined || waitingFile === undefined) return null
  const text = (manifest: ModuleManifest, path: string): Promise<string> => readSigned(assetsDir, manifest, path)
  const drawn = async (manifest: ModuleManifest, path: string): Promise<DrawnScreen> => DrawnScreen.parse(JSON.parse(await text(manifest, path)))

  const module = screen === null ? null : drawingModule(set, screen, language)
  const name = module && screen !== null ? screen : 'waiting'
  const forTenant = (page: DrawnScreen): DrawnScreen =>
    (page.without && !modules.some(({ viewTag, isEnabled }) => isEnabled && page.without?.modules.includes(viewTag)) ? { ...page, ...page.without } : page)
  const waiting = forTenant(await drawn(shell, waitingFile))
  const page = module ? forTenant(await drawn(shell, own.screens[name]?.[language] ?? waitingFile)) : waiting
  const part = module ? await drawn(module, module.firstScreens?.screens[name]?.[language] ?? '') : null
  const rules = Rules.parse(JSON.parse(await text(shell, own.rules)))
  const needed = [...new Set([...page.rules, ...waiting.rules, ...(part?.rules ?? [])])].sort((one, other) => one - other)
  return {
    name,
    html: page.html.replaceAll(gaps.version, module?.version ?? '').replaceAll(gaps.screen, () => part?.html ?? ''),
    wide: page.wide ?? '',
    waiting: module ? (/<main[^>]*>([\s\S]*)<\/main>/.exec(waiting.html)?.[1] ?? '') : null,
    css: withAddresses(printRules(needed.flatMap((at) => rules[at] ?? [])), shell) + (part?.css && module ? withAddresses(part.css, module) : ''),
    hold: await text(shell, own.hold),
  }
}

/** Fills a tenant's name and picture into the gaps. */
export function fillFirm(html: string, firm: { readonly firmName: string; readonly firmLogo?: string | null | undefined }, escaped: (text: string) => string): string {
  const picture = logoSource(firm.firmLogo)
  const [initial = ''] = firm.firmName
  return html
    .replaceAll(gaps.initial + gaps.name, () => escaped(firm.firmName))
    .replaceAll(gaps.initial, () => (picture === null ? escaped(initial) : `<img src="${escaped(picture)}" alt=""/>`))
}

const withAddresses = (css: string, manifest: ModuleManifest): string => css.replace(/url\((['"]?)(?!data:|\/)([^)'"]+)\1\)/g, (_, _quote, path: string) => `url(${addressOf(manifest, path)})`)

async function readSigned(assetsDir: string, manifest: ModuleManifest, path: string): Promise<string> {
  const signed = manifest.files.find((file) => file.path === path)
  const bytes = await readFile(join(assetsDir, manifest.name, manifest.version, path))
  if (signed === undefined || integrityOf(bytes) !== signed.integrity) throw new Error(`${path} of ${manifest.name}@${manifest.version} is not the file that was signed`)
  return bytes.toString()
}
