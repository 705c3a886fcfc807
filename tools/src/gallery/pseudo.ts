import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import type { Page } from '@playwright/test'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'åƀçđéƒğĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĞĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'
const letterOf: Readonly<Record<string, string>> = Object.fromEntries(Array.from(plain).map((letter, at) => [letter, Array.from(accented)[at] ?? letter]))

/** How much longer than English a text is made: what German and Portuguese need at most of what is longer than a word. */
const growth = 0.4

/**
 * A text of the pseudo-locale (DEC-182): English with accents, two fifths longer and in brackets, placeholders as they are. What stands on a
 * page without brackets is in no catalogue; what lacks its end is cut off.
 */
export function pseudoText(english: string): string {
  const letters = english.split(/(\{\{\w+\}\})/).map((part) => (part.startsWith('{{') ? part : Array.from(part).map((letter) => letterOf[letter] ?? letter).join(''))).join('')
  const more = Math.ceil(english.replace(/\{\{\w+\}\}/g, '').length * growth)
  // In pieces of the length of words, so that lines can break as in a language.
  const tail = Array.from({ length: Math.ceil(more / 6) }, (_, at) => '~'.repeat(Math.min(6, more - at * 6))).join(' ')
  return `[${letters} ${tail}]`
}

type Catalogue = Readonly<Record<string, string>>

/**
 * Every catalogue of English that a page can load, by its file: those of modules and of all, and those that come late, beside the part that
 * they belong to (decision 0081). Texts of the servers (mails, papers) are on no screen.
 */
export const pageCatalogues = (): Readonly<Record<string, Catalogue>> => Object.fromEntries(
  globSync(['{mfe-*,shared/*}/locales/en.json', '{mfe-*,shell,shared/*}/src/**/locales/en.json'], { cwd: projectRoot, exclude: (name) => name === 'node_modules' }).sort()
    .map((file) => [file, JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as Catalogue]))

/**
 * Lets a browser's page read its catalogues in the pseudo-locale. It stands between bundle and page in the browser of a test: the product has
 * neither the texts nor a switch for them, so that no installation can show them.
 */
export async function speakPseudo(page: Page): Promise<void> {
  const texts = Object.fromEntries(Object.values(pageCatalogues()).flatMap((catalogue) => Object.entries(catalogue)).map(([key, text]) => [JSON.stringify([key, text]), pseudoText(text)]))
  await page.addInitScript((pseudo) => {
    const { parse } = JSON
    // What has a message under its own key alone is a catalogue, however few it has; an answer of a server is none.
    JSON.parse = (text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown => {
      const value: unknown = parse(text, reviver)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const entries = Object.entries(value).map(([key, each]) => [key, pseudo[JSON.stringify([key, each])]] as const)
      return entries.length > 0 && entries.every(([, each]) => each !== undefined) ? Object.fromEntries(entries) : value
    }
  }, texts)
}

/** What is wrong with the texts of a page: cut off, over each other, or of no catalogue. */
export interface TextProblems {
  readonly cut: readonly string[]
  readonly overlapping: readonly string[]
  readonly foreign: readonly string[]
}

/** Looks at every visible text of a page. */
export const textProblems = (page: Page): Promise<TextProblems> => page.evaluate(() => {
  interface Piece { readonly text: string; readonly box: DOMRect; readonly element: Element; readonly layer: Element | null }
  const isSeen = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.closest('.ck-hidden, .ck-skip, noscript, svg, option, [aria-hidden="true"]') === null
  // What floats above the page covers it on purpose.
  const layerOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each; each = each.parentElement) if (/fixed|sticky/.test(getComputedStyle(each).position) || each.matches('dialog, [role="listbox"]')) return each
    return null
  }
  const pieces: Piece[] = []
  const cut = new Set<string>()
  const foreign = new Set<string>()
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const element = node.parentElement
    if (text === '' || element === null || element.matches('script, style') || !isSeen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const layer = layerOf(element)
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1)
    for (const box of boxes) pieces.push({ text, box, element, layer })
    if (boxes.length > 0 && /\p{L}{3}/u.test(text) && !/[[\]~]/.test(text)) foreign.add(text)
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(each)
      const own = each.getBoundingClientRect()
      if (own.width <= 1) break
      const isOut = boxes.some((box) => (/hidden|clip/.test(overflowX) && (box.right > own.right + 1.5 || box.left < own.left - 1.5)) || (/hidden|clip/.test(overflowY) && (box.bottom > own.bottom + 4 || box.top < own.top - 4)))
      if (isOut) cut.add(text)
      // What can be scrolled is not cut.
      if (/auto|scroll/.test(overflowX + overflowY)) break
      if (each.parentElement === document.body && boxes.some((box) => box.right > innerWidth + 1.5 || box.left < -1.5)) cut.add(text)
    }
  }
  // What a field suggests has no node of its own, and is cut without a word.
  const pen = document.createElement('canvas').getContext('2d')
  for (const field of document.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    if (pen === null || field.value !== '' || !isSeen(field)) continue
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    pen.font = font
    if (pen.measureText(field.placeholder).width > field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) + 1.5) cut.add(field.placeholder)
  }
  const overlapping = new Set<string>()
  pieces.forEach((one, at) => {
    for (const other of pieces.slice(at + 1)) {
      if (one.element === other.element || one.layer !== other.layer) continue
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (wide > 3 && high > Math.min(one.box.height, other.box.height) / 3) overlapping.add(`${one.text} / ${other.text}`)
    }
  })
  return { cut: [...cut], overlapping: [...overlapping], foreign: [...foreign] }
})
