// @vitest-environment node
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { buildDevPage, launchChromium } from '@checkin/testing/dev-page'
import { sampled } from '@checkin/testing/sample'
import type { Browser, Page, Request } from '@playwright/test'
import { createApp, type CardSandboxSettings } from '@checkin/sandbox-card'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import en from '../../i18n/locales/en.json'
import fr from '../../i18n/locales/fr.json'
import pt from '../../i18n/locales/pt.json'
import { contentSecurityPolicy } from '../../../services/site/src/pages/csp.ts'

const folder = mkdtempSync(join(tmpdir(), 'checkin-card-payment-'))
const portOf = (server: Server): number => { const address = server.address(); return typeof address === 'object' && address ? address.port : 0 }
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, pt, fr }
const number = '4111111111111111'
const cvv = '987'
/** A card with four digits of security code: three would be found by chance in ids and times. */
const longer = { number: '378282246310005', cvv: '9876' }
/** The digits on their own, not as a part of a longer word or number. */
const alone = (text: string, wanted: string): boolean => new RegExp(`(?<![\\w.])${wanted}(?![\\w.])`).test(text)

let browser: Browser
let shop: Server
let sandbox: ReturnType<typeof createApp>
let provider: string
let sandboxLog = ''
let page: Page | undefined

beforeAll(async () => {
  const built = buildDevPage(import.meta.dirname, 'harness', folder)
  // The shop's page with the policy of the site's payment pages, on the shop's own name.
  shop = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '/'
    if (path === '/overview') {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8', 'referrer-policy': 'no-referrer',
        'content-security-policy': contentSecurityPolicy({ kind: 'payment', trustedTypes: ['harness'], scriptHashes: [], providerOrigins: [provider] }),
      }).end('<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Payment</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/harness.css"></head><body><div id="app"></div><script defer src="/harness.js"></script></body></html>')
      return
    }
    const file = join(folder, path.slice(1))
    if (existsSync(file)) response.writeHead(200, { 'content-type': file.endsWith('.css') ? 'text/css' : file.endsWith('.js') ? 'text/javascript' : 'font/woff2' }).end(readFileSync(file))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => { shop.listen(0, '127.0.0.1', resolve) })
  const settings: CardSandboxSettings & { origin: string } = {
    file: ':memory:', origin: '', apiKey: 'shop', user: 'shop', password: 'a long password', secret: 'a long secret', publicKey: 'shop-fields',
    shops: [`http://costaverde.localhost:${portOf(shop)}`], savedCards: [], delayScale: 1,
  }
  sandbox = createApp(settings, { log: { destination: { write: (line) => { sandboxLog += line } } } })
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  provider = `http://card.localhost:${portOf(sandbox.app.server)}`
  settings.origin = provider
  await built
  browser = await launchChromium()
})

afterEach(async () => {
  await page?.context().close()
  page = undefined
  await play({ clear: true })
})
afterAll(async () => {
  await browser.close()
  sandbox.app.server.closeAllConnections()
  await sandbox.stop()
  shop.closeAllConnections()
  shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the provider does to browsers from now on. */
async function play(body: object): Promise<void> {
  expect((await sandbox.app.inject({ method: 'POST', url: '/admin/scenario', payload: body })).statusCode).toBe(200)
}

const script = () => `${provider}/js/integrated/payment.1.3.min.js`
const frame = (of: Page, field: 'number' | 'cvv') => of.frameLocator(`[data-hosted="${field}"] iframe`).locator('input')

async function open({ lang = 'en', width = 1000, dark = false, prepare = async (_page: Page): Promise<unknown> => null } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await prepare(page)
  await page.goto(`http://costaverde.localhost:${portOf(shop)}/overview?${new URLSearchParams({ lang, script: script(), key: 'shop-fields' })}`)
  return page
}

async function filled(on: Page, change: Readonly<Record<string, string>> = {}): Promise<void> {
  await on.locator('[data-card-form="ready"]').waitFor()
  const values = { number, cvv, card_holder: 'Maria Silva', month: '12', year: '2031', ...change }
  await frame(on, 'number').fill(values.number)
  await frame(on, 'cvv').fill(values.cvv)
  for (const name of ['card_holder', 'month', 'year'] as const) await on.fill(`[name="${name}"]`, values[name])
}
const pay = (on: Page) => on.click('[data-action="Pay"]')
const dataOf = (on: Page, name: 'token' | 'refused' | 'card') => on.locator(`body[data-${name}]:not([data-${name}=""])`).getAttribute(`data-${name}`)

describe('the card form under the policy of a payment page', () => {
  it('makes a token; number and security code reach nobody but the provider (PAY-19, PAY-24, I6)', async () => {
    const requests: Request[] = []
    const on = await open({ prepare: async (fresh) => { fresh.on('request', (request) => { requests.push(request) }) } })
    await filled(on, longer)
    await pay(on)
    expect(await dataOf(on, 'token')).toMatch(/^ix::/)
    expect(await dataOf(on, 'card')).toBe('American Express 3782 **** **** 0005')

    const everything = await on.evaluate(() => [
      document.documentElement.outerHTML, JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, location.href,
      JSON.stringify([...document.querySelectorAll('input')].map((input) => input.value)), JSON.stringify(performance.getEntries()),
    ].join('\n'))
    const sent = requests.filter((request) => !request.url().startsWith(provider)).map((request) => `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`).join('\n')
    const digits = (text: string): string => text.replace(/[ -]/g, '')
    for (const [place, text] of Object.entries({ everything, sent, sandboxLog })) {
      expect(digits(text), place).not.toContain(longer.number)
      expect(alone(text, longer.cvv), place).toBe(false)
    }
    // The same search finds them where they belong, so it can fail.
    const bodies = requests.map((request) => request.postData() ?? '').join()
    expect([bodies.includes(longer.number), alone(bodies, longer.cvv)]).toEqual([true, true])
  })

  it('has the script once, and the frames say what they are to assistive technology', async () => {
    const on = await open()
    await on.locator('[data-card-form="ready"]').waitFor()
    expect(await on.locator(`script[src="${script()}"]`).count()).toBe(1)
    for (const [field, autocomplete, label] of [['number', 'cc-number', 'Card number'], ['cvv', 'cc-csc', 'Security code (CVV)']] as const) {
      const input = frame(on, field)
      expect([await input.getAttribute('autocomplete'), await input.getAttribute('aria-label'), await input.getAttribute('inputmode'), await on.locator(`[data-hosted="${field}"] iframe`).getAttribute('title')])
        .toEqual([autocomplete, label, 'numeric', label])
    }
  })

  it.each(sampled(['pt'], ['en', 'pt', 'fr']))('says everything that is wrong at once, in words of %s, and makes no token (PAY-22, PAY-27, P4)', async (lang) => {
    const on = await open({ lang })
    await filled(on, { number: '', cvv: '', card_holder: '', month: '', year: '' })
    await pay(on)
    expect((await dataOf(on, 'refused'))?.split(' ').sort()).toEqual(['card_holder.errors.blank', 'cvv.errors.blank', 'month.errors.blank', 'number.errors.blank', 'year.errors.blank'])
    for (const field of ['number', 'cvv', 'card_holder', 'month', 'year']) {
      expect(await on.locator(`[data-error-for="${field}"]`).innerText()).toBe(words[lang]?.[`${field}.errors.blank`])
    }
    expect([await frame(on, 'number').getAttribute('aria-invalid'), await frame(on, 'cvv').getAttribute('aria-invalid')]).toEqual(['true', 'true'])

    await filled(on, { number: '4111111111111112', month: '13', year: '3000' })
    await pay(on)
    expect((await dataOf(on, 'refused'))?.split(' ').sort()).toEqual(['month.errors.invalid', 'number.errors.invalid', 'year.errors.invalid'])
    await filled(on, { month: '10', year: '2026', cvv: '12' })
    await pay(on)
    expect((await dataOf(on, 'refused'))?.split(' ').sort()).toEqual(['cvv.errors.invalid', 'year.errors.expired'])
    expect(await on.locator('body').getAttribute('data-token')).toBe('')
  })

  it('works by keyboard alone, and shows the number as its mask (PAY-24)', async () => {
    const on = await open()
    await on.locator('[data-card-form="ready"]').waitFor()
    await frame(on, 'number').focus()
    expect(await on.locator('[data-hosted="number"]').getAttribute('data-focused')).toBe('')
    await on.keyboard.type(number)
    for (const text of ['Maria Silva', '1231', '123']) {
      await on.keyboard.press('Tab')
      await on.keyboard.type(text)
    }
    expect(await on.inputValue('[name="expiry"]')).toBe('12/31')
    await on.keyboard.press('Tab')
    await on.keyboard.press('Enter')
    expect(await dataOf(on, 'token')).toMatch(/^ix::/)
    expect(await dataOf(on, 'card')).toBe('Visa 4111 **** **** 1111')
    expect(await frame(on, 'number').inputValue()).toBe('4111 **** **** 1111')
  })

  it('has one field for the expiry, which browsers fill in and which reads as on the card once it is left; month and year can still be named (DEC-174, UX-20)', async () => {
    const on = await open()
    await on.locator('[data-card-form="ready"]').waitFor()
    const field = on.getByLabel('Expiry date')
    expect([await field.getAttribute('autocomplete'), await field.getAttribute('inputmode')]).toEqual(['cc-exp', 'numeric'])
    const values = async () => [await on.inputValue('[name="month"]'), await on.inputValue('[name="year"]')]
    for (const filled of ['12/2031', '12 / 31', '2031-12']) {
      await field.fill(filled)
      await field.blur()
      expect([await field.inputValue(), ...await values()]).toEqual(['12/31', '12', '2031'])
      await field.fill('')
    }
    await on.fill('[name="month"]', '8')
    await on.fill('[name="year"]', '2032')
    expect(await field.inputValue()).toBe('08/32')
  })

  it.each(sampled([[320, true]] as const, [[1000, false], [320, true]] as const))('has nothing that axe complains about, right or wrong, at %i px, dark %s', async (width, dark) => {
    const on = await open({ width, dark })
    await filled(on, { number: '1' })
    await pay(on)
    await dataOf(on, 'refused')
    const { violations } = await new AxeBuilder({ page: on }).analyze()
    expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))).toEqual([])
    expect(await on.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
})

describe('what does not come from the provider', () => {
  it.each(['another origin', 'the right origin with another nonce', 'the page itself'])('is not believed: %s (P3)', async (who) => {
    const on = await open()
    await filled(on)
    const forged = { channel: 'payment-js', nonce: 'guessed', field: 'number', type: 'token', request: 'any', token: 'ix::forged', card: null }
    // Every message that the real frames send is copied with a forged token, as a script of the page could.
    await on.evaluate(([message, from, origin]) => {
      const replay = (data: unknown): void => {
        const copy = { ...(data as Record<string, unknown>), ...(from === 'the right origin with another nonce' ? { nonce: 'guessed' } : {}), type: 'token', token: 'ix::forged', card: null }
        window.dispatchEvent(new MessageEvent('message', { data: copy, origin: from === 'another origin' ? 'http://evil.localhost' : origin, source: window }))
      }
      window.addEventListener('message', ({ data }) => { if ((data as { type?: string }).type !== 'token') replay(data) })
      if (from === 'the page itself') window.postMessage(message, '*')
      replay(message)
    }, [forged, who, provider] as const)
    await pay(on)
    const token = await dataOf(on, 'token')
    expect(token).toMatch(/^ix::/)
    expect(token).not.toBe('ix::forged')
  })

  it('is not believed: a frame of the provider itself that speaks of a token nobody asked for (P3)', async () => {
    await play({ scenario: 'P3' })
    const on = await open()
    const heard = on.evaluate(() => new Promise((resolve) => { window.addEventListener('message', ({ data }) => { if ((data as { token?: string }).token === 'ix::forged-token') resolve(true) }) }))
    await filled(on)
    expect(await heard).toBe(true)
    await pay(on)
    const token = await dataOf(on, 'token')
    expect(token).toMatch(/^ix::/)
    expect(token).not.toBe('ix::forged-token')
  })
})

describe('a provider that does not come', () => {
  const shown = (on: Page) => on.locator('[data-card-form="failed"] [data-alert-key="SomethingHappened"]').waitFor()
  it.each([
    ['P1', 'its script never answers', 'payment.1.3.min.js', 8000], ['P1-404', 'its script is missing', 'payment.1.3.min.js', 0],
    ['P1-500', 'its script is an error page', 'payment.1.3.min.js', 0], ['P2', 'its frames never answer', 'frame/cvv', 6000],
  ] as const)('is said, and can be tried again: %s, %s (DEC-92)', async (scenario, _what, file, patience) => {
    await play({ scenario })
    const asked = { done: Promise.resolve() as Promise<unknown> }
    const on = await open({ prepare: async (fresh) => { await fresh.clock.install(); asked.done = fresh.waitForRequest((request) => request.url().includes(file)) } })
    await asked.done
    await on.clock.fastForward(patience)
    await shown(on)
    await play({ clear: true })
    await on.click('[data-action="Detour.retry"]')
    await filled(on)
    await pay(on)
    expect(await dataOf(on, 'token')).toMatch(/^ix::/)
  })

  it('is waited for when it is only slow: P1-slow', async () => {
    await play({ scenario: 'P1-slow' })
    const on = await open()
    await filled(on)
    await pay(on)
    expect(await dataOf(on, 'token')).toMatch(/^ix::/)
  })

  it('is told from a wrong card when it fails while the token is made', async () => {
    const on = await open({ prepare: (fresh) => fresh.route('**/tokenize', (route) => route.abort()) })
    await filled(on)
    await pay(on)
    expect(await dataOf(on, 'refused')).toBe('gateway.errors.unavailable')
  })
})
