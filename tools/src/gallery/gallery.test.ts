import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChromium } from '@checkin/testing/dev-page'
import { sampledRows } from '@checkin/testing/sample'
import { routeNames } from '@checkin/routes'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compared, difference, renderCompared, otherChromium } from './baselines.ts'
import { buildGallery } from './build-page.ts'
import { listOf, openGallery, type GalleryPage } from './render.ts'
import type { Subject } from './pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'checkin-gallery-'))
let browser: Browser
let gallery: GalleryPage
let list: readonly Subject[]
let missing: readonly string[]

beforeAll(async () => {
  const file = await buildGallery(folder)
  browser = await launchChromium('--allow-file-access-from-files')
  gallery = await openGallery(browser, file)
  ;({ list, missing } = await listOf(gallery))
})

afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the gallery (DEC-183, ECO-17)', () => {
  it('has every screen of every module, each as it usually is, while its module comes, and when that fails (DEC-183)', () => {
    expect(missing).toEqual([])
    const statesOf = (screen: string) => list.filter((each) => each.screen === screen).map(({ state }) => state)
    for (const screen of routeNames) expect(statesOf(screen), screen).toEqual(expect.arrayContaining(['normal', 'module-loading', 'module-failed', 'refused', 'offline']))
  })

  it('has the screens that a release set brings, in states of their own and those of any screen (DEC-183, DEC-208)', async () => {
    const states = list.filter(({ screen }) => screen === 'ticket').map(({ state }) => state)
    expect(states).toEqual(expect.arrayContaining(['normal', 'kept-offline', 'gone', 'company-changed', 'without-station', 'long', 'module-failed', 'offline']))
    expect(await gallery.open({ screen: 'ticket', state: 'kept-offline' }, 'ar')).toBeNull()
    await gallery.turn({ language: 'ar', width: 320, scheme: 'light' })
    expect([await gallery.overflow(), await gallery.complaints()]).toEqual([0, []])
  })

  it('has the kit beside the screens, in every state of its pages (DEC-194)', () => {
    expect(list.filter(({ screen }) => screen === 'kit').map(({ state }) => state)).toEqual(expect.arrayContaining(['form', 'errors', 'filled', 'modal', 'toast', 'loader']))
  })

  it('renders the kit in its narrowest window and in the dark without a sideways scroll or a complaint of axe (DEC-194)', async () => {
    expect(await gallery.open({ screen: 'kit', state: 'errors' }, 'ar', 'island')).toBeNull()
    await gallery.turn({ language: 'ar', width: 320, scheme: 'dark' })
    expect([await gallery.overflow(), await gallery.complaints(), await gallery.page.evaluate(() => document.documentElement.dir)]).toEqual([0, [], 'rtl'])
  })

  it.each(sampledRows(compared, 8, 1).map((each) => [`${each.subject.screen} ${each.subject.state} in ${each.look.language} at ${each.look.width} px, ${each.look.scheme}`, each] as const))(
    'renders %s as it was accepted, wide enough for all of it and without a complaint of axe (DEC-183)', async (_name, each) => {
      const picture = await renderCompared(gallery, each)
      expect(await gallery.overflow()).toBe(0)
      expect(await gallery.complaints()).toEqual([])
      const other = otherChromium(browser)
      if (other === null) expect(difference(picture, each)).toBeNull()
      else console.warn(`Not compared: the accepted pictures are of Chromium ${other}, this is ${browser.version()}. After a look: npm run gallery -- --accept`)
    })

  const wide = [['overview', '.ck-ticket, .ck-ledger'], ['extras', '[data-extra], .ck-ledger'], ['upselling', '[data-group]'], ['complete', '.ck-ticket, h2'], ['additional-driver', 'h1, .ck-frame']] as const
  it.each(sampledRows(wide, wide.length))('lays the parts of %s beside each other over most of a window of 1440 px, and cuts none (UX-19, DEC-105, DEC-185)', async (screen, parts) => {
    expect(await gallery.open({ screen, state: 'normal' }, 'en')).toBeNull()
    await gallery.turn({ language: 'en', width: 1440, scheme: 'light' })
    const { share, beside, cut } = await gallery.page.evaluate((selector) => {
      const { left: start = 0 } = document.querySelector('main')?.getBoundingClientRect() ?? {}
      const boxes = [...document.querySelectorAll(`main :is(${selector})`)].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 1)
      return {
        share: (Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))) / (innerWidth - start),
        beside: boxes.some((one) => boxes.some((other) => one.right <= other.left && one.top < other.bottom && other.top < one.bottom)),
        cut: boxes.filter(({ left, right }) => left < start || right > innerWidth).length,
      }
    }, parts)
    expect(share).toBeGreaterThan(0.55)
    expect({ beside, cut }).toEqual({ beside: true, cut: 0 })
  })

  it('finds the screens within 320 px (DEC-183, WCAG 1.4.10)', async () => {
    const tooWide: string[] = []
    for (const screen of sampledRows(routeNames, 12, 1)) {
      expect(await gallery.open({ screen, state: 'normal' }, 'de')).toBeNull()
      await gallery.turn({ language: 'de', width: 320, scheme: 'light' })
      if (await gallery.overflow() > 0) tooWide.push(screen)
    }
    expect(tooWide).toEqual([])
  })
})
