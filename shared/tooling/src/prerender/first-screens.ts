import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { directionOf, languages } from '@checkin/api/languages'
import { placeholders } from '@checkin/releases/page-data'
import { printRules, textsOfScreen, type PrerenderedScreen, type PrerenderedTexts, type FirstScreens } from '@checkin/releases'
import { beside } from '../beside.ts'
import { kitDigest, kitStylesheet } from './kit.ts'
import { unmarkedTexts } from './marked-texts.ts'
import { buildInlineScript, renderScreens, type RenderedScreens, type RenderInput } from './render.ts'
import { neededRules, rulesOf, type StyleRule } from './style-rules.ts'

interface Module {
  readonly dir: string
  readonly name: string
  readonly version: string
  /** Where the browser's build lies. */
  readonly outDir: string
  /** Its stylesheets of the first load, paths in `outDir`. */
  readonly styles: readonly string[]
}

const folder = 'first'
const remoteEntry = beside('render-remote', import.meta.url)
const shellEntry = beside('render-shell', import.meta.url)

const readStyles = async ({ outDir, styles }: Module): Promise<string> => (await Promise.all(styles.map((path) => readFile(join(outDir, path), 'utf8')))).join('\n')

async function write(outDir: string, path: string, content: unknown): Promise<string> {
  await mkdir(dirname(join(outDir, path)), { recursive: true })
  await writeFile(join(outDir, path), typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** A screen without the marks of its texts, and where these were. */
function unmarkedScreen({ html, wide, without }: RenderedScreens[string]): { readonly screen: RenderedScreens[string]; readonly texts: PrerenderedTexts } {
  const [own, ownWide] = [unmarkedTexts(html), wide === undefined ? undefined : unmarkedTexts(wide)]
  const others = without && { modules: without.modules, html: unmarkedTexts(without.html), wide: unmarkedTexts(without.wide) }
  return {
    screen: { html: own.html, ...(ownWide && { wide: ownWide.html }), ...(others && { without: { modules: others.modules, html: others.html.html, wide: others.wide.html } }) },
    texts: { html: [...own.spans], ...(ownWide && { wide: [...ownWide.spans] }), ...(others && { without: { html: [...others.html.spans], wide: [...others.wide.spans] } }) },
  }
}

/** Renders in every language and writes one file per screen and language, and one with where its texts are; answers where they are. */
async function renderAndWrite(input: RenderInput, outDir: string, stylesFor: (html: string, direction: 'ltr' | 'rtl') => Pick<PrerenderedScreen, 'rules' | 'css'>): Promise<FirstScreens['screens']> {
  const rendered = await renderScreens(input)
  const screens: Record<string, Record<string, string>> = {}
  for (const language of languages) {
    for (const [name, found] of Object.entries<RenderedScreens[string]>(rendered[language])) {
      const { screen, texts } = unmarkedScreen(found)
      // Scripts, and links that the renderer adds for pictures, would not be part of what React hydrates.
      if (/<(script|link|style)\b/.test(screen.html)) throw new Error(`${name} of ${input.name} has more than its own elements`)
      const file: PrerenderedScreen = { ...screen, ...stylesFor([screen.html, screen.wide, screen.without?.html, screen.without?.wide].join(''), directionOf(language)) }
      const path = await write(outDir, `${folder}/${name}.${language}.json`, file)
      await write(outDir, textsOfScreen(path), texts)
      ;(screens[name] ??= {})[language] = path
    }
  }
  return screens
}

/** The kit's element around every screen, in both layouts: rules for what is in a screen may ask for it. */
const around = '<div class="ck-app" data-layout="mobile"></div><div class="ck-app" data-layout="desktop"></div>'

const textOf = ({ within, text }: StyleRule): string => [...within, text.replace(/url\([^)]*\)/g, 'url()')].join('{')

/** What a site puts in the place of the company's initial where it has a logo: rules for it are needed as well. */
const logoOf = (html: string): string => (html.includes(placeholders.initial) ? '<img src="" alt=""/>' : '')

/** The pre-rendered screens of a remote; undefined when it names none. */
export async function remoteFirstScreens(module: Module, screens: readonly string[]): Promise<FirstScreens | undefined> {
  if (screens.length === 0) return undefined
  const stylesheet = await kitStylesheet()
  const kit = rulesOf(stylesheet)
  const own = rulesOf(await readStyles(module))
  const rendered = await renderAndWrite(
    { ...module, entry: remoteEntry, alias: { 'rendered-remote': join(module.dir, 'src/remote.ts') }, screens },
    module.outDir,
    (html, direction) => {
      const css = printRules(neededRules(own, html, direction).flatMap((at) => own[at] ?? []))
      return { rules: [...neededRules(kit, around + html, direction)], ...(css !== '' && { css }) }
    },
  )
  return { kit: await kitDigest(stylesheet), screens: rendered }
}

/** The page around a first screen, the page that waits, and what both need; undefined for hosts of tests. */
export async function shellFirstScreens(module: Module): Promise<FirstScreens | undefined> {
  const pages = join(module.dir, 'src/prerender/pages.tsx')
  if (!existsSync(pages)) return undefined
  const stylesheet = await kitStylesheet()
  const rules = rulesOf(await readStyles(module))
  // A remote names the kit's rules by their places in the kit; they must be the same places here.
  if (rulesOf(stylesheet).map(textOf).join('\n') !== rules.map(textOf).join('\n')) throw new Error('The shell\'s stylesheet is not the kit\'s: first screens could not name their rules')
  const screens = await renderAndWrite({ ...module, entry: shellEntry, alias: { 'rendered-shell': pages }, screens: [] }, module.outDir, (html, direction) => ({ rules: [...neededRules(rules, html + logoOf(html), direction)] }))
  return {
    kit: await kitDigest(stylesheet),
    screens,
    rules: await write(module.outDir, `${folder}/rules.json`, rules.map(({ within, text }) => ({ within, text }))),
    hold: await write(module.outDir, `${folder}/hold.js`, await buildInlineScript(module.dir)),
  }
}
