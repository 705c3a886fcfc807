import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { port, root, site } from '../support/addresses.ts'

const servedAt = port + 90
let folder: string
let server: ChildProcess | null = null
const printed: string[] = []

const edit = (file: string, change: (text: string) => string): void => {
  const path = join(folder, 'mfe-verification', file)
  const text = readFileSync(path, 'utf8')
  const next = change(text)
  expect(next, `${file} as it is now`).not.toBe(text)
  writeFileSync(path, next)
}
const view = 'src/steps/verify-reservation/find.view.tsx'

/** Of the first module, with a stylesheet of its own; what is tested changes its sources, so it is a copy. */
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'checkin-dev-test-'))
  cpSync(join(root, 'mfe-verification'), join(folder, 'mfe-verification'), { recursive: true, filter: (file) => !/mfe-verification\/(node_modules|dist)/.test(file) })
  symlinkSync(join(root, 'mfe-verification/node_modules'), join(folder, 'mfe-verification/node_modules'))
  writeFileSync(join(folder, 'mfe-verification/src/steps/verify-reservation/note.module.css'), '.note { color: rgb(1, 2, 3) }\n')
  edit(view, (text) => `import note from './note.module.css'\n${text.replace('<RequiredLegend />', "<p id=\"note\" className={note['note']}>First note</p>\n      <RequiredLegend />")}`)
  server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'services/demo/src/dev.ts'), join(folder, 'mfe-verification'), '--on', site('costaverde', '')], {
    cwd: root, env: { ...process.env, CHECKIN_PORT: String(servedAt) }, stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text: Buffer) => { printed.push(text.toString()) })
  await expect.poll(() => `${printed.join('')}${server?.exitCode === null ? '' : 'ENDED'}`, { timeout: 110_000 }).toMatch(/comes from|ENDED/)
  expect(printed.join('')).toContain('mfe-verification comes from')
})

test.afterAll(async () => {
  if (server !== null && server.exitCode === null) {
    const ended = new Promise((done) => server?.once('exit', done))
    server.kill('SIGTERM')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

test('a module from its sources stands in the pages of a site, and what changes in them is seen with what was typed kept (DEC-200)', async ({ page }) => {
  const broken: string[] = []
  page.on('console', (message) => { if (/Content Security|Trusted Type|didn't match/.test(message.text())) broken.push(message.text()) })
  await page.goto(`http://localhost:${servedAt}/`)
  await expect(page.locator('#note')).toHaveText('First note')
  await expect(page.locator('[data-module="mfe-verification"]').first()).toHaveAttribute('data-module-version', /-served$/)
  const typed = { reference: page.locator('[name=reference]'), surname: page.locator('[name=surname]') }
  await typed.reference.fill('CV1001')
  await typed.surname.fill('Silva')
  const kept = async (): Promise<void> => {
    await expect(typed.reference).toHaveValue('CV1001')
    await expect(typed.surname).toHaveValue('Silva')
  }
  // The same page, until it loads anew.
  await page.evaluate(() => { Object.assign(globalThis, { pageOfBefore: true }) })
  const isSamePage = (): Promise<boolean> => page.evaluate(() => 'pageOfBefore' in globalThis)

  edit(view, (text) => text.replace('First note', 'Second note'))
  await expect(page.locator('#note')).toHaveText('Second note')
  await kept()
  edit('src/steps/verify-reservation/note.module.css', () => '.note { color: rgb(4, 5, 6) }\n')
  await expect(page.locator('#note')).toHaveCSS('color', 'rgb(4, 5, 6)')
  edit('locales/en.json', (text) => text.replace(/("Find\.title": ")[^"]*/, '$1Another heading'))
  await expect(page.getByRole('heading', { level: 1, name: 'Another heading' })).toBeVisible()
  await kept()
  expect(await isSamePage()).toBe(true)

  edit('src/steps/verify-reservation/model.ts', (text) => `${text}\nif (typeof document !== 'undefined') document.documentElement.dataset['model'] = 'changed'\n`)
  // What is asked while the page loads anew has no answer.
  await expect(async () => { expect(await isSamePage()).toBe(false) }).toPass()
  await expect(page.locator('html')).toHaveAttribute('data-model', 'changed')
  await kept()

  edit(view, (text) => text.replace('Second note</p>', 'Second note'))
  await expect(page.locator('#rspack-dev-server-client-overlay')).toBeVisible()
  edit(view, (text) => text.replace('Second note\n', 'Third note</p>\n'))
  await expect(page.locator('#rspack-dev-server-client-overlay')).toHaveCount(0)
  await expect(page.locator('#note')).toHaveText('Third note')
  await kept()
  expect(broken).toEqual([])
})

test('what is served says to tools what it is and where its sources are, and the site behind keeps what it has (DEC-200)', async ({ page: other, request }) => {
  const page = await (await request.get(`http://localhost:${servedAt}/`, { headers: { accept: 'text/html' } })).text()
  const base = /\/assets\/mfe-verification\/[^"/]*-served\//.exec(page)?.[0] ?? ''
  const manifest = await (await request.get(`http://localhost:${servedAt}${base}mf-manifest.json`)).json() as { readonly name: string; readonly exposes: readonly { readonly name: string }[] }
  expect(manifest.name).toMatch(/^mfe_verification_.*_served$/)
  expect(manifest.exposes.map(({ name }) => name)).toEqual(['remote'])
  expect(await (await request.get(`http://localhost:${servedAt}${base}remote.js`)).text()).toContain('sourceMappingURL=remote.js.map')
  expect((await (await request.get(`http://localhost:${servedAt}${base}remote.js.map`)).json() as { readonly sources: readonly string[] }).sources.some((source) => source.endsWith('find.view.tsx'))).toBe(true)
  expect(await (await other.goto(site('costaverde')))?.text()).not.toContain('-served')
})
