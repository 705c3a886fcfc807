import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import type { Look, Scheme, Subject } from './pictures.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The day that every page of the gallery thinks it is: the doubles' rentals lie after it. */
const today = new Date('2026-11-20T09:00:00Z')

/** Height of the window before it is known how high a screen is. */
const windowHeight = 844
/** A picture is not taken higher than this; what is below is lists that go on. */
const highest = 6000

/** Milliseconds until a state has to be there. */
const patience = 20_000

/** What a screen in a state complains about. */
export interface Finding {
  readonly subject: Subject
  readonly look: Look
  readonly problem: string
}

const mediaOf = (scheme: Scheme) => ({ colorScheme: scheme === 'dark' ? 'dark' as const : 'light' as const, forcedColors: scheme === 'forced' ? 'active' as const : 'none' as const })

/** A page of the browser that renders one state after the other. */
export interface GalleryPage {
  readonly page: Page
  /** Opens a subject; the answer is why it could not be rendered, null when it is there. */
  readonly open: (subject: Pick<Subject, 'screen' | 'state'>, language: string, brand?: string) => Promise<string | null>
  /** Brings the window to a look and to the height of its content. */
  readonly turn: (look: Look) => Promise<void>
  /** What axe finds wrong. */
  readonly complaints: () => Promise<readonly string[]>
  /** How far the page can be scrolled sideways, in CSS pixels. */
  readonly overflow: () => Promise<number>
}

/** Prepares a page for the gallery that was built into `file`. */
export async function openGallery(browser: Browser, file: string): Promise<GalleryPage> {
  const context = await browser.newContext({ viewport: { width: 390, height: windowHeight }, reducedMotion: 'reduce', deviceScaleFactor: 1 })
  const page = await context.newPage()
  await page.clock.setFixedTime(today)
  // What the state before left in the tab would be restored in this one: a box ticked there is unticked here.
  await page.addInitScript(() => {
    sessionStorage.clear()
    localStorage.clear()
  })
  const address = pathToFileURL(file).href
  let [width, height] = [390, windowHeight]
  const resize = async (wide: number, high: number): Promise<void> => {
    if (wide === width && high === height) return
    ;[width, height] = [wide, high]
    await page.setViewportSize({ width, height })
    // On a busy machine the page still has its former size then, and would be measured in the layout of that one.
    await page.waitForFunction(([wideNow, highNow]) => innerWidth === wideNow && innerHeight === highNow, [width, height])
  }
  let problems: string[] = []
  page.on('pageerror', ({ message }) => { problems.push(message) })
  const measure = (): Promise<void> => page.evaluate(() => (Reflect.get(globalThis, 'gallery') as { measure: () => Promise<void> }).measure())
  const contentHeight = (): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight)
  /** Gives the window the height of its content. */
  const fit = async (wanted: number): Promise<void> => {
    // A window that has grown never tells that its content has shrunk: what a busy machine renders late would leave it too high.
    for (let before = -1, needed = await contentHeight(); needed !== before;) {
      before = needed
      await resize(wanted, Math.min(Math.max(needed, windowHeight), highest))
      await measure()
      await resize(wanted, windowHeight)
      needed = await contentHeight()
    }
    await resize(wanted, Math.min(Math.max(await contentHeight(), windowHeight), highest))
  }
  return {
    page,
    open: async ({ screen, state }, language, brand) => {
      problems = []
      await resize(width, windowHeight)
      await page.goto(`${address}?${new URLSearchParams({ screen, state, lang: language, ...(brand !== undefined && { brand }) })}`)
      // A state that cannot be reached says so at once, and never gets ready.
      for (const until = Date.now() + patience; Date.now() < until && problems.length === 0;) {
        if (await page.locator('html[data-ready]').waitFor({ timeout: 500 }).then(() => true, () => false)) return null
      }
      return problems.join('; ') || 'it never got ready'
    },
    turn: async ({ width: wanted, scheme }) => {
      await page.emulateMedia(mediaOf(scheme))
      const isFitted = width === wanted
      if (!isFitted) {
        await resize(wanted, windowHeight)
        await measure()
      }
      // Another scheme has the layout of the one before; only what has grown is looked at again.
      if (!isFitted || await contentHeight() > height) await fit(wanted)
      await measure()
      // Colours that are on their way to another scheme are those of none. A colour that is inherited sets out anew in each element below, a frame later.
      await page.evaluate(async () => {
        const frame = () => new Promise<void>((done) => { requestAnimationFrame(() => { done() }) })
        for (let still = 0; still < 2; still += 1) {
          await frame()
          const transitions = document.getAnimations().filter((each) => each instanceof CSSTransition)
          if (transitions.length > 0) still = -1
          await Promise.allSettled(transitions.map(({ finished }) => finished))
        }
      })
    },
    complaints: async () => {
      if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
      return page.evaluate(async (values) => {
        interface Axe { readonly run: (context: unknown, options: unknown) => Promise<{ readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[] }[] }[] }> }
        const { violations } = await (Reflect.get(globalThis, 'axe') as Axe).run({ exclude: [['iframe']] }, { runOnly: values, resultTypes: ['violations'], iframes: false })
        return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
      }, rules)
    },
    overflow: () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  }
}

/** What the page of the gallery lists: its subjects, and routes without a table. */
export async function listOf(gallery: GalleryPage): Promise<{ readonly list: readonly Subject[]; readonly missing: readonly string[] }> {
  const problem = await gallery.open({ screen: 'verify-reservation', state: 'normal' }, 'en')
  if (problem !== null) throw new Error(`The gallery cannot render anything: ${problem}`)
  return gallery.page.evaluate(() => {
    const { list, missing } = Reflect.get(globalThis, 'gallery') as { list: Subject[]; missing: string[] }
    return { list, missing }
  })
}
