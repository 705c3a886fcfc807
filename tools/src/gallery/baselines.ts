import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from '@playwright/test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import sharp from 'sharp'
import { openGallery, type GalleryPage } from './render.ts'
import { fileOf, type Look, type Subject } from './pictures.ts'

/** What is compared, an eighth of it at every `npm test`: screens of every kind, with looks in both widths, both schemes, and other languages and brands. */
interface Compared {
  readonly subject: Pick<Subject, 'screen' | 'state'>
  readonly look: Look
  readonly brand?: string
}

const on = (screen: string, state: string, width: 390 | 1440, scheme: 'light' | 'dark' = 'light', language = 'en', brand?: string): Compared =>
  ({ subject: { screen, state }, look: { language, width, scheme }, ...(brand !== undefined && { brand }) })

/** The chosen set. Nothing in it counts seconds or is rendered by a provider. */
export const compared: readonly Compared[] = [
  on('verify-reservation', 'normal', 390), on('verify-reservation', 'errors', 1440), on('verify-reservation', 'mail', 390, 'dark'),
  on('reservation', 'normal', 1440), on('reservation', 'normal', 390, 'dark', 'de', 'island'),
  on('verify-driver', 'errors', 390), on('verify-driver', 'calendar', 1440), on('driver-details', 'countries', 390),
  on('driver-document', 'pictures', 390), on('driver-document-license', 'second', 1440, 'dark'), on('driver-document-license', 'changed', 390, 'light', 'de'),
  on('upselling', 'normal', 1440), on('upselling', 'comparison', 390), on('extras', 'normal', 390), on('extras', 'one-page', 1440, 'light', 'en', 'alpen'),
  on('overview', 'normal', 1440, 'dark'), on('overview', 'errors', 390, 'light', 'de'), on('complete', 'deposit', 390),
  on('precheckout-steps', 'done', 1440), on('rental-agreement', 'normal', 390), on('complete-signed', 'outdated', 390, 'dark'), on('verify-damages', 'errors', 390),
  on('upselling', 'question', 1440), on('extras', 'module-failed', 390),
]

const folder = join(import.meta.dirname, 'baselines')
const versionFile = join(folder, 'chromium.txt')

/** Share of a picture's pixels that may differ: edges of letters do on another machine. */
const tolerance = 0.002

const majorOf = (browser: Browser): string => browser.version().split('.')[0] ?? ''

/** The Chromium that the accepted pictures are of, when it is not this one: letters and edges are rendered otherwise then. */
export function otherChromium(browser: Browser): string | null {
  const accepted = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : 'no'
  return accepted === majorOf(browser) ? null : accepted
}

/** Renders one of the set. */
export async function renderCompared(gallery: GalleryPage, { subject, look, brand }: Compared): Promise<Buffer> {
  const problem = await gallery.open(subject, look.language, brand)
  if (problem !== null) throw new Error(`${subject.screen} ${subject.state} cannot be rendered: ${problem}`)
  await gallery.turn(look)
  // 256 colours tell screens apart, at a quarter of the size in the repository.
  return sharp(await steadyPicture(gallery)).png({ palette: true, effort: 4, dither: 0 }).toBuffer()
}

/** Pictures that are taken at most until two in a row are the same. */
const pictures = 20

/** The page when it stands still: an animation frame of a busy machine may come after what was waited for. */
async function steadyPicture({ page }: GalleryPage): Promise<Buffer> {
  const take = (): Promise<Buffer> => page.screenshot({ type: 'png', animations: 'disabled', caret: 'hide' })
  let before = await take()
  for (let taken = 1; taken < pictures; taken += 1) {
    await page.evaluate(() => new Promise((done) => { setTimeout(done, 100) }))
    const now = await take()
    if (now.equals(before)) return now
    before = now
  }
  throw new Error('the page never stands still')
}

const pathOf = ({ subject, look }: Compared): string => join(folder, fileOf({ ...subject, module: '', by: 'module' }, look, 'png').replaceAll('/', '-'))

/** How a picture differs from the accepted one; null when it does not. */
export function difference(picture: Buffer, of: Compared): string | null {
  const path = pathOf(of)
  if (!existsSync(path)) return 'nothing is accepted yet: npm run gallery -- --accept'
  const [now, before] = [PNG.sync.read(picture), PNG.sync.read(readFileSync(path))]
  if (now.width !== before.width || now.height !== before.height) return `is ${now.width} x ${now.height} instead of ${before.width} x ${before.height}`
  const found = new PNG({ width: now.width, height: now.height })
  const share = pixelmatch(now.data, before.data, found.data, now.width, now.height, { threshold: 0.15, diffMask: true }) / (now.width * now.height)
  return share > tolerance ? `${(share * 100).toFixed(2)} % of its pixels differ, ${placeOf(found)}` : null
}

/** The rectangle that a mask's pixels lie in: x, y in CSS pixels. */
function placeOf({ width, data }: PNG): string {
  const at = Array.from({ length: data.length / 4 }, (_, pixel) => pixel).filter((pixel) => data[pixel * 4 + 3] !== 0)
  const [left, right] = at.reduce(([low, high], pixel) => [Math.min(low, pixel % width), Math.max(high, pixel % width)], [width, 0])
  const [top, bottom] = [at[0], at.at(-1)].map((pixel = 0) => Math.floor(pixel / width))
  return `between ${left}, ${top} and ${right}, ${bottom}`
}

/** Takes what is rendered now for right; answers how many pictures that is. */
export async function acceptBaselines(browser: Browser, file: string): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(versionFile), { recursive: true })
  const gallery = await openGallery(browser, file)
  for (const each of compared) writeFileSync(pathOf(each), await renderCompared(gallery, each))
  await gallery.page.context().close()
  writeFileSync(versionFile, `${majorOf(browser)}\n`)
  return compared.length
}
