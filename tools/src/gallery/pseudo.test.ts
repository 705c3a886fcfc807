import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routeNames } from '@checkin/routes'
import { launchChromium } from '@checkin/testing/dev-page'
import { sampled } from '@checkin/testing/sample'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGallery } from './build-page.ts'
import { setUpEasel, type Easel } from './draw.ts'
import { pseudoText, speakPseudo, textProblems } from './pseudo.ts'

describe('the pseudo-locale', () => {
  it('is English with accents, two fifths longer, in brackets, with its placeholders (DEC-182)', () => {
    expect([pseudoText('Locate'), pseudoText('Use {{amount}} now'), pseudoText('')]).toEqual(['[Ļöçåţé ~~~]', '[Ûšé {{amount}} ñöŵ ~~~~]', '[ ]'])
  })
})

describe('every screen in the pseudo-locale', () => {
  const folder = mkdtempSync(join(tmpdir(), 'checkin-pseudo-'))
  let browser: Browser
  let easel: Easel

  beforeAll(async () => {
    const file = await buildGallery(folder)
    browser = await launchChromium('--allow-file-access-from-files')
    easel = await setUpEasel(browser, file)
    await speakPseudo(easel.page)
  })

  afterAll(async () => {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What the doubles' company and renter are called: data, and what is called the same in every language. */
  const data = /^$/

  it.each(sampled(routeNames.filter((_, at) => at % 5 === 2), routeNames))('%s has no text that is cut, over another or of no catalogue, on narrow and usual phones and on a desktop (DEC-182)', async (screen) => {
    expect(await easel.open({ screen, state: 'normal' }, 'en')).toBeNull()
    expect(await easel.page.locator('h1').first().textContent()).toMatch(/^\[.*\]$/)
    for (const width of [320, 390, 1440] as const) {
      await easel.turn({ language: 'en', width, scheme: 'light' })
      const { cut, overlapping, foreign } = await textProblems(easel.page)
      expect({ width, cut, overlapping, sideways: await easel.overflow(), foreign: foreign.filter((text) => !data.test(text)) }).toEqual({ width, cut: [], overlapping: [], sideways: 0, foreign: [] })
    }
  })

  it('finds what is cut, over another and of no catalogue (DEC-182)', async () => {
    await easel.page.setContent('<body><p style="width:40px;overflow:hidden;white-space:nowrap">[a text that is cut off]</p><p style="position:absolute;top:200px">[one]</p><p style="position:absolute;top:200px">[two]</p><p style="position:absolute;top:300px">Hello</p>')
    expect(await textProblems(easel.page)).toEqual({ cut: ['[a text that is cut off]'], overlapping: ['[one] / [two]'], foreign: ['Hello'] })
  })
})
