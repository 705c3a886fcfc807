// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { buildDevPage, launchChromium } from '@checkin/testing/dev-page'
import { moduleRules } from '@checkin/tooling/rspack-preset'
import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { filmOf } from './camera-film.ts'
import { startHarness } from './harness-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'checkin-document-scan-'))
const film = join(folder, 'camera.mjpeg')

let browser: Browser
let server: Server
let origin: string
let page: Page | undefined

beforeAll(async () => {
  await buildDevPage(import.meta.dirname, 'harness', folder, moduleRules(import.meta.dirname, 'shell', '1.0.0'))
  const harness = await startHarness(folder)
  ;({ server, origin } = harness)
  const drawer = await launchChromium()
  const blank = await drawer.newPage()
  await blank.goto(origin)
  await filmOf(blank, '/specimen-licence-front.png', [
    { scale: 0.9, light: 'dark', pictures: 40 }, { scale: 0.55, pictures: 40 }, { scale: 0.9, light: 'glare', pictures: 40 }, { scale: 0.9, pictures: 120 },
  ], film)
  await drawer.close()
  browser = await launchChromium('--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`)
}, 120_000)

afterEach(async () => {
  await page?.context().close()
  page = undefined
})
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function opened(query: string, permissions: readonly string[] = ['camera']): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, permissions: [...permissions] })
  page = await context.newPage()
  // Keeps every stream that the page gets, and every hint that it shows.
  await page.addInitScript(() => {
    const streams: MediaStream[] = []
    const hints = new Set<string>()
    Object.assign(globalThis, { streams, hints })
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      streams.push(stream)
      return stream
    }
    new MutationObserver(() => { hints.add(document.querySelector('[data-hint]')?.getAttribute('data-hint') ?? '') }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-hint'] })
  })
  await page.goto(`${origin}/?${query}`)
  return page
}

interface Kept { readonly streams: readonly MediaStream[]; readonly hints: ReadonlySet<string>; readonly read: (address: string | null, kind: string | null, surname?: string) => Promise<unknown> }

const read = (from: Page, address: string | null, kind: string | null, surname?: string): Promise<unknown> =>
  from.evaluate(([picture, wanted, name]) => (globalThis as unknown as Kept).read(picture, wanted, name), [address, kind, surname] as const)
const liveTracks = (from: Page): Promise<number> => from.evaluate(() => (globalThis as unknown as Kept).streams.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === 'live').length)

const proven = (value: string) => ({ value, isProven: true })
const seen = (value: string) => ({ value, isProven: false })
const licence = {
  kind: 'read',
  reading: { kind: 'licence', number: seen('L12345678'), birthDate: seen('1990-05-01'), issueDate: seen('2018-06-12'), expiryDate: seen('2033-06-12'), issuingCountry: seen('PT'), nameMatches: true },
}
const card = { kind: 'identity', documentKind: 'id-card', number: proven('12345678X'), expiryDate: proven('2032-04-15'), birthDate: proven('1990-05-01'), issuingCountry: seen('PT'), nameMatches: true }

describe('the reader, with its real engine in a page of the site\'s policy', () => {
  it('reads passport, card and licence, and says of other sides that they hold nothing (DEC-175)', async () => {
    const reader = await opened('')
    expect(await read(reader, '/specimen-passport.png', 'identity', 'Eriksson')).toEqual({
      kind: 'read', reading: { ...card, documentKind: 'passport', number: proven('L898902C3'), issuingCountry: null },
    })
    expect(await read(reader, '/specimen-card-back.png', 'identity', 'Silva')).toEqual({ kind: 'read', reading: card })
    expect(await read(reader, '/specimen-licence-front.png', 'licence', 'Silva')).toEqual(licence)
    expect(await read(reader, '/specimen-licence-short-years.png', 'licence', 'Müller-Lüdenscheidt')).toEqual({
      kind: 'read',
      reading: { kind: 'licence', number: seen('X07Z1AB2C34'), birthDate: seen('1984-08-12'), issueDate: seen('2021-02-03'), expiryDate: seen('2036-02-02'), issuingCountry: seen('DE'), nameMatches: true },
    })
    expect(await read(reader, '/specimen-card-front.png', 'identity')).toEqual({ kind: 'unreadable', reason: 'noZone' })
    expect(await read(reader, '/specimen-licence-back.png', 'licence')).toEqual({ kind: 'unreadable', reason: 'noFields' })
    expect(await read(reader, '/harness.css', 'licence')).toEqual({ kind: 'failed' })
  }, 90_000)

  it('still answers modules that ask without saying what for', async () => {
    const reader = await opened('')
    expect(await read(reader, '/specimen-passport.png', null)).toEqual({ number: 'L898902C3', expiryDate: '2032-04-15', birthDay: '900501' })
    expect(await read(reader, '/specimen-card-front.png', null)).toBeNull()
  }, 60_000)
})

describe('the camera', () => {
  it('says what is wrong, takes what the frame holds, which can be read, and lets the camera go (DEC-175)', async () => {
    const camera = await opened('camera=card')
    await expect.poll(() => camera.evaluate(() => [...(globalThis as unknown as Kept).hints]), { timeout: 40_000 }).toEqual(expect.arrayContaining(['tooDark', 'moveCloser', 'tooMuchLight', 'found']))
    expect((await new AxeBuilder({ page: camera }).analyze()).violations).toEqual([])
    await camera.locator('[data-hint=found]').waitFor()
    await camera.locator('[data-action="Camera.take"]').press('Enter')
    await camera.locator('#outcome').waitFor()
    expect(await liveTracks(camera)).toBe(0)
    expect(await camera.locator('body').getAttribute('data-taken')).toBe(JSON.stringify({ name: 'licenceFront.jpg', type: 'image/jpeg' }))
    expect(await read(camera, null, 'licence', 'Silva')).toEqual(licence)
  }, 90_000)

  it('takes the picture by itself where it is asked to, once the document holds still (DEC-175)', async () => {
    const camera = await opened('camera=card&automatic')
    await camera.locator('#outcome').waitFor({ timeout: 40_000 })
    expect(await camera.locator('#outcome').textContent()).toBe('taken')
    expect(await liveTracks(camera)).toBe(0)
  }, 60_000)

  it('is left by its button and by Escape, and does not run in a hidden tab (DEC-175)', async () => {
    const camera = await opened('camera=card')
    await camera.locator('[data-state=on]').waitFor()
    expect(await liveTracks(camera)).toBe(1)
    const hide = (isHidden: boolean): Promise<void> => camera.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
    await hide(true)
    await expect.poll(() => liveTracks(camera)).toBe(0)
    await hide(false)
    await camera.locator('[data-state=on]').waitFor()
    // It has the focus since it was opened.
    await camera.keyboard.press('Escape')
    await camera.locator('#outcome').waitFor()
    expect([await camera.locator('#outcome').textContent(), await liveTracks(camera)]).toEqual(['closed', 0])
  }, 60_000)

  it('that may not be used leaves the file, which gives the picture all the same (DEC-175)', async () => {
    const camera = await opened('camera=card')
    await camera.addInitScript(() => { navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError')) })
    await camera.reload()
    await camera.locator('[data-state=unavailable]').waitFor()
    expect(await camera.locator('[role=status]').textContent()).toBe('The camera cannot be used. Choose a picture instead.')
    expect(await camera.locator('[data-action="Camera.take"]').count()).toBe(0)
    expect((await new AxeBuilder({ page: camera }).analyze()).violations).toEqual([])
    await camera.locator('input[name=licenceFront]').setInputFiles(join(import.meta.dirname, '../../../e2e/pictures/specimen-licence-front.png'))
    await camera.locator('#outcome').waitFor()
    expect(await camera.locator('body').getAttribute('data-taken')).toBe(JSON.stringify({ name: 'specimen-licence-front.png', type: 'image/png' }))
  }, 60_000)
})
