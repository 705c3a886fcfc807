import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routeNames } from '@checkin/routes'
import { launchChromium } from '@checkin/testing/dev-page'
import { isWhole, sampledRows } from '@checkin/testing/sample'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGallery } from './build-page.ts'
import { openGallery, type GalleryPage } from './render.ts'
import { pageCatalogues, pseudoText, speakPseudo, textProblems } from './pseudo.ts'
import { pseudoFindings } from './pseudo-all.ts'

/** A state of each module, of parts that come late, and of what the shell does to a screen, with a message that it shows. `npm test` looks at every fifth, `npm run gallery` at all states. */
const sample = [
  ['verify-reservation', 'errors', 'mfe-verification/locales', 'Field.reference'], ['verify-code', 'sms', 'mfe-verification/src/sms/locales', 'Sms.send'],
  ['verify-driver', 'invite', 'mfe-driver/locales', 'Invite.lead'], ['driver-document', 'hand-over-open', 'mfe-driver/locales', 'HandOver.title'], ['extras', 'normal', 'mfe-offers/locales', 'Extras.title'],
  ['overview', 'errors', 'mfe-payment/locales', 'Review.title'], ['rental-agreement', 'refused', 'shared/i18n/locales', 'preauth-payment'], ['ticket', 'undo-code', 'mfe-ticket/locales', 'Pass.title'],
  ['driver-contact', 'support', 'shell/src/support/locales', 'Later.smsWhere'], ['extras', 'resting', 'shell/src/support/locales', 'Rest.title'], ['overview', 'module-failed', 'shared/i18n/locales', 'Detour.title'],
] as const

describe('the pseudo-locale', () => {
  it('is English with accents, two fifths longer, in brackets, with its placeholders (DEC-182)', () => {
    expect([pseudoText('Locate'), pseudoText('Use {{amount}} now'), pseudoText('')]).toEqual(['[Ļöçåţé ~~~]', '[Ûšé {{amount}} ñöŵ ~~~~]', '[ ]'])
  })

  it('has every catalogue of a page, of parts that come late too (DEC-182)', () => {
    expect(Object.keys(pageCatalogues())).toEqual([
      'mfe-driver/locales/en.json', 'mfe-offers/locales/en.json', 'mfe-payment/locales/en.json', 'mfe-precheckout/locales/en.json', 'mfe-ticket/locales/en.json', 'mfe-verification/locales/en.json',
      'mfe-verification/src/sms/locales/en.json', 'shared/i18n/locales/en.json', 'shell/src/support/locales/en.json',
    ])
  })
})

describe('screens in the pseudo-locale', () => {
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

  it.each(sampledRows(sample, 5))('%s, %s, has no text that is cut or over another, on the narrowest phone and on a desktop (DEC-182)', async (screen, state, catalogue, key) => {
    expect(await pseudoFindings(gallery, { screen, state, module: '', by: 'module' })).toEqual([])
    const [said = ''] = pseudoText(pageCatalogues()[`${catalogue}/en.json`]?.[key] ?? '').split('{{')
    expect(said.length).toBeGreaterThan(5)
    expect(await gallery.page.locator('body').textContent()).toContain(said)
  })

  /** What the doubles' company and renter are called: data, and what is called the same in every language. */
  const data = /^(?:2 × )?(?:Costa Verde|(?:Faro|Lisbon) Airport|Maria Silva|Rui Costa|Renault Clio|Economy|Compact|Family|Navigation|Booster|Child seat|Days|Kilometres included|Super collision damage waiver|VISA [\d* ]+)$|^(?:.*, )?(?:[A-Z][a-z]{2} )?\d{1,2} [A-Z][a-z]{2}(?: \d{4})?(?:, \d\d:\d\d)?$/

  describe.runIf(isWhole)('of every screen', () => {
    it.each(routeNames)('%s has no text that is cut, over another or of no catalogue (DEC-182)', async (screen) => {
      expect(await pseudoFindings(gallery, { screen, state: 'normal', module: '', by: 'module' })).toEqual([])
      expect(await gallery.page.locator('h1').first().textContent()).toMatch(/^\[.*\]$/)
      const { foreign } = await textProblems(gallery.page)
      expect(foreign.filter((text) => !data.test(text))).toEqual([])
    })
  })

  it('finds what is cut by its place, by the window and in a field, what is over another and what is of no catalogue (DEC-182)', async () => {
    await gallery.turn({ language: 'en', width: 320, scheme: 'light' })
    await gallery.page.setContent('<body><p style="width:40px;overflow:hidden;white-space:nowrap">[a text that is cut off]</p><p style="position:absolute;top:200px">[one]</p><p style="position:absolute;top:200px">[two]</p><p style="position:absolute;top:300px">Hello</p><div style="overflow:clip"><input style="width:60px" placeholder="[a field that says too much]"></div><p style="position:absolute;top:400px;left:300px;white-space:nowrap">[beyond the window]</p>')
    expect(await textProblems(gallery.page)).toEqual({ cut: ['[a text that is cut off]', '[beyond the window]', '[a field that says too much]'], overlapping: ['[one] / [two]'], foreign: ['Hello'] })
  })
})
