import { chromium } from '@playwright/test'
const P = 5700
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu','--disable-quic','--no-first-run','--disable-background-networking','--disable-component-update','--disable-sync'] })
const run = process.argv[2] ?? 'desk', lang = process.argv[3] ?? 'en', tenant = process.argv[4] ?? 'costaverde', ref = process.argv[5] ?? 'CV1001'
const vp = { desk: {width:1440,height:900}, tab:{width:768,height:1024}, mob:{width:390,height:844}, tiny:{width:320,height:640} }[run]
const ctx = await b.newContext({ viewport: vp, locale: lang, deviceScaleFactor: 1 })
const page = await ctx.newPage()
page.on('console', m => ['error','warning'].includes(m.type()) && console.log('CONSOLE', m.text().slice(0,300)))
page.on('pageerror', e => console.log('PAGEERROR', String(e).slice(0,400)))
const shot = n => page.screenshot({ path: `/tmp/h8-shots/${tenant}-${run}-${lang}-${n}.png` })
const t0 = Date.now()
await page.goto(`http://${tenant}.localhost:${P}/`)
await page.locator('input[name=reference]').waitFor({ timeout: 20000 })
console.log('first', Date.now()-t0)
await page.waitForTimeout(1200); await shot('1find')
await page.locator('[data-action=Locate]').click(); await page.waitForTimeout(500); await shot('2errors')
await page.locator('input[name=reference]').fill(ref); await page.locator('input[name=surname]').fill('Silva')
await page.locator('[data-action=Locate]').click()
await page.locator('input[name=mail]').waitFor(); await page.waitForTimeout(500); await shot('3mail')
await page.locator('input[name=mail]').fill('maria.silva@example.com')
const terms = page.locator('input[name=terms]')
if (await terms.count()) {
  const [d] = await Promise.all([page.waitForEvent('download'), page.locator('[data-term]').first().click()])
  console.log('pdf', d.suggestedFilename()); await d.saveAs('/tmp/h8-shots/term.pdf')
  await terms.check()
}
await shot('4mail-filled')
const list = async () => page.evaluate(async () => 0).then(() => ctx.request.get(`http://127.0.0.1:${P+3}/api/messages?to=maria.silva@example.com`, { headers: { host: `mail.localhost:${P+3}` } })).then(r => r.json())
const before = new Set(((await list()).messages ?? await list()).map(m => m.id))
await page.locator('[data-action=Submit]').click()
await page.locator('input[name=code]').waitFor(); await page.waitForTimeout(600); await shot('5code')
let code
for (let i = 0; i < 40 && !code; i++) { const l = await list(); const m = (l.messages ?? l).find(m => !before.has(m.id)); if (m) { const full = await (await ctx.request.get(`http://127.0.0.1:${P+3}/api/messages/${m.id}`, { headers: { host: `mail.localhost:${P+3}` } })).json(); code = /\b\d{6}\b/.exec(full.text)?.[0] } else await page.waitForTimeout(300) }
console.log('code', code ? 'arrived' : 'NONE')
await page.locator('input[name=code]').fill(code === '123456' ? '654321' : '123456'); await page.keyboard.press('Enter')
await page.locator('[data-error-for=code]').waitFor(); await page.waitForTimeout(300); await shot('6wrong')
console.log('active', await page.evaluate(() => [document.activeElement?.name, document.activeElement?.selectionStart, document.activeElement?.selectionEnd]))
await page.keyboard.type(code); await page.keyboard.press('Enter')
await page.locator('[data-screen=reservation]').waitFor(); await page.waitForTimeout(800); await shot('7reservation')
console.log(await page.locator('[data-screen=reservation]').innerText())
await page.reload(); await page.locator('[data-screen=reservation]').waitFor(); console.log('reload ok')
await page.locator('[data-action=Continue]').click(); await page.waitForTimeout(1000); await shot('8counter'); console.log(page.url(), (await page.locator('h1').innerText()))
await b.close()
