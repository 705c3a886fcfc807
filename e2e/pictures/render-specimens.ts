import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** Check digit of ICAO 9303: weights 7, 3, 1, letters from A = 10, fillers 0. */
const digit = (text: string): string =>
  String(Array.from(text).reduce((sum, each, at) => sum + (each === '<' ? 0 : Number.parseInt(each, 36)) * ([7, 3, 1][at % 3] ?? 0), 0) % 10)
const checked = (text: string): string => text + digit(text)

/** The zone of nobody's card: number 12345678X, born on 1 May 1990, valid until 15 April 2032. */
function cardZone(): string {
  const first = `I<PRT${checked('12345678X')}`.padEnd(30, '<')
  const second = `${checked('900501')}F${checked('320415')}PRT`.padEnd(29, '<')
  const whole = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18)
  return [first, second + digit(whole), 'SILVA<<MARIA'.padEnd(30, '<')].map((line) => line.replaceAll('<', '&lt;')).join('\n')
}

/** The line of nobody's French licence: number 18AB12345, valid until 15 April 2033, SPECIMEN. */
function frenchLine(): string {
  const line = `${checked('D1FRA18AB12345')}330415SPECIMEN`
  return checked(line).replaceAll('<', '&lt;')
}

// `node e2e/pictures/render-specimens.ts [folder with OCRB.otf]` draws the pictures anew; see README.md of this folder.
const browser = await chromium.launch({ args: ['--no-sandbox', '--allow-file-access-from-files'], ...(process.env['CHECKIN_CHROMIUM'] ? { executablePath: process.env['CHECKIN_CHROMIUM'] } : {}) })
const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
const font = process.argv[2] === undefined ? '' : `data:font/otf;base64,${readFileSync(join(process.argv[2], 'OCRB.otf')).toString('base64')}`
await page.setContent(readFileSync(join(import.meta.dirname, 'specimens.html'), 'utf8').replace('{{zone}}', cardZone()).replace('{{french}}', frenchLine()).replace('OCRB.otf', font))
await page.evaluate(() => document.fonts.load('45px Zone'))
for (const shot of await page.locator('.shot').all()) await shot.screenshot({ path: join(import.meta.dirname, `${await shot.getAttribute('id') ?? ''}.png`) })
await browser.close()
