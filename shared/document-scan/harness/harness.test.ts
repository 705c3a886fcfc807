// @vitest-environment node
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { buildDevPage, launchChromium } from '@checkin/testing/dev-page'
import { isWhole, sampledRows } from '@checkin/testing/sample'
import { engineRules } from '@checkin/tooling/rspack-preset'
import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../../services/site/src/pages/csp.ts'

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.png': 'image/png' }
const harnessPage = '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Document</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/harness.css"></head><body><div id="app"></div><script defer src="/harness.js"></script></body></html>'

/** Serves the built page with the policy of the site's plain pages, and the specimens; files carry no policy, as those of `/assets`. */
async function startHarness(built: string): Promise<{ readonly origin: string; readonly server: Server }> {
  const pictures = join(import.meta.dirname, '../../../e2e/pictures')
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://harness').pathname
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': contentSecurityPolicy({ kind: 'plain', trustedTypes: ['harness'], scriptHashes: [], providerOrigins: [] }) }).end(harnessPage)
      return
    }
    const file = [built, pictures].map((each) => join(each, path)).find((each) => existsSync(each))
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const address = server.address()
  return { origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, server }
}

/** What the camera of a test sees: the specimen of a licence, nearer or farther, and in another light. */
interface Scene {
  /** Scale of the specimen's 1200 × 800 pixels in a picture of 1280 × 720. */
  readonly scale: number
  readonly light?: 'dark' | 'glare'
  /** Pictures in a row; there are thirty in a second. */
  readonly pictures: number
}

/** Draws scenes in a page and writes them as motion JPEG, the form of Chromium's fake camera: pictures one behind the other, for ever. */
async function filmOf(page: Page, specimen: string, scenes: readonly Scene[], file: string): Promise<void> {
  const pictures = await page.evaluate(async ([address, drawn]) => {
    const image = await createImageBitmap(await fetch(address).then((answer) => answer.blob()))
    return Promise.all(drawn.map(async ({ scale, light }) => {
      const canvas = document.createElement('canvas')
      canvas.width = 1280
      canvas.height = 720
      const context = canvas.getContext('2d')
      if (!context) throw new TypeError('no canvas')
      context.fillStyle = '#57514b'
      context.fillRect(0, 0, 1280, 720)
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 640 - 600 * scale, 360 - 400 * scale, 1200 * scale, 800 * scale)
      if (light === 'dark') {
        context.fillStyle = 'rgb(0 0 0 / 80%)'
        context.fillRect(0, 0, 1280, 720)
      }
      if (light === 'glare') {
        context.fillStyle = '#fff'
        context.beginPath()
        context.ellipse(760, 330, 190, 120, 0.4, 0, 2 * Math.PI)
        context.fill()
      }
      return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
    }))
  }, [specimen, scenes] as const)
  writeFileSync(file, Buffer.concat(scenes.flatMap(({ pictures: count }, at) => Array.from({ length: count }, () => Buffer.from(pictures[at] ?? '', 'base64')))))
}

const folder = mkdtempSync(join(tmpdir(), 'checkin-document-scan-'))
const film = join(folder, 'camera.mjpeg')

let browser: Browser
let server: Server
let origin: string
let page: Page | undefined

beforeAll(async () => {
  await buildDevPage(import.meta.dirname, 'harness', folder, { rules: engineRules() })
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
})

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
  const specimens = [
    ['/specimen-passport.png', 'identity', 'Eriksson', { kind: 'read', reading: { ...card, documentKind: 'passport', number: proven('L898902C3'), issuingCountry: null } }],
    ['/specimen-card-back.png', 'identity', 'Silva', { kind: 'read', reading: card }],
    ['/specimen-card-front.png', 'identity', undefined, { kind: 'unreadable', reason: 'noZone' }],
    ['/specimen-licence-front.png', 'licence', 'Silva', licence],
    ['/specimen-licence-short-years.png', 'licence', 'Müller-Lüdenscheidt', {
      kind: 'read',
      reading: { kind: 'licence', number: seen('X07Z1AB2C34'), birthDate: seen('1984-08-12'), issueDate: seen('2021-02-03'), expiryDate: seen('2036-02-02'), issuingCountry: seen('DE'), nameMatches: true },
    }],
    ['/specimen-licence-french-back.png', 'licence', 'Specimenova', {
      kind: 'read',
      reading: { kind: 'licence', number: proven('18AB12345'), birthDate: null, issueDate: null, expiryDate: seen('2033-04-15'), issuingCountry: proven('FR'), nameMatches: true },
    }],
    ['/harness.css', 'licence', undefined, { kind: 'failed' }],
    ['/specimen-licence-back.png', 'licence', undefined, { kind: 'unreadable', reason: 'noFields' }],
  ] as const

  it('reads passport, card and licence, and says of other sides that they hold nothing (DEC-175)', async () => {
    const reader = await opened('')
    for (const [address, kind, surname, expected] of sampledRows(specimens, 3)) expect(await read(reader, address, kind, surname), address).toEqual(expected)
  })

  it.runIf(isWhole)('still answers modules that ask without saying what for', async () => {
    const reader = await opened('')
    expect(await read(reader, '/specimen-passport.png', null)).toEqual({ number: 'L898902C3', expiryDate: '2032-04-15', birthDay: '900501' })
    expect(await read(reader, '/specimen-card-front.png', null)).toBeNull()
  })
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
  })

  it('takes the picture by itself where it is asked to, once the document holds still (DEC-175)', async () => {
    const camera = await opened('camera=card&automatic')
    await camera.locator('#outcome').waitFor({ timeout: 40_000 })
    expect(await camera.locator('#outcome').textContent()).toBe('taken')
    expect(await liveTracks(camera)).toBe(0)
  })

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
  })

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
  })
})
