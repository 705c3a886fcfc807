import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routeNames } from '@checkin/routes'
import { launchChromium } from '@checkin/testing/dev-page'
import { isWhole } from '@checkin/testing/sample'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGallery } from './build-page.ts'
import { openGallery, type GalleryPage } from './render.ts'
import { pseudoText, speakPseudo, textProblems } from './pseudo.ts'

describe('the pseudo-locale', () => {
  it('is English with accents, two fifths longer, in brackets, with its placeholders (DEC-182)', () => {
    expect([pseudoText('Locate'), pseudoText('Use {{amount}} now'), pseudoText('')]).toEqual(['[Ļöçåţé ~~~]', '[Ûšé {{amount}} ñöŵ ~~~~]', '[ ]'])
  })
})

describe.runIf(isWhole)('every screen in the pseudo-locale', () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkin-pseudo-'))
  let browser: Browser
  let gallery: GalleryPage

  beforeAll(async () => {
    const file = await buildGallery(folder)
    browser = await launchChromium('--allow-file-access-from-files')
    gallery = await openGallery(browser, file)
    await speakPseudo(gallery.page)
  })

  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What the doubles' company and renter are called: data, and what is called the same in every language. */
  const data = /^(?:2 × )?(?:Costa Verde|(?:Faro|Lisbon) Airport|Maria Silva|Rui Costa|Renault Clio|Economy|Compact|Family|Navigation|Booster|Child seat|Days|Kilometres included|Super collision damage waiver|VISA [\d* ]+)$|^(?:.*, )?(?:[A-Z][a-z]{2} )?\d{1,2} [A-Z][a-z]{2}(?: \d{4})?(?:, \d\d:\d\d)?$/

  it.each(routeNames)('%s has no text that is cut, over another or of no catalogue, on narrow and usual phones and on a desktop (DEC-182)', async (screen) => {
    expect(await gallery.open({ screen, state: 'normal' }, 'en')).toBeNull()
    expect(await gallery.page.locator('h1').first().textContent()).toMatch(/^\[.*\]$/)
    for (const width of [320, 390, 1440] as const) {
      await gallery.turn({ language: 'en', width, scheme: 'light' })
      const { cut, overlapping, foreign } = await textProblems(gallery.page)
      expect({ width, cut, overlapping, sideways: await gallery.overflow(), foreign: foreign.filter((text) => !data.test(text)) }).toEqual({ width, cut: [], overlapping: [], sideways: 0, foreign: [] })
    }
  })

  it('finds what is cut, over another and of no catalogue (DEC-182)', async () => {
    await gallery.page.setContent('<body><p style="width:40px;overflow:hidden;white-space:nowrap">[a text that is cut off]</p><p style="position:absolute;top:200px">[one]</p><p style="position:absolute;top:200px">[two]</p><p style="position:absolute;top:300px">Hello</p>')
    expect(await textProblems(gallery.page)).toEqual({ cut: ['[a text that is cut off]'], overlapping: ['[one] / [two]'], foreign: ['Hello'] })
  })
})
