import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aConfig } from '@checkin/api/testing'
import type { FirstScreens, ModuleManifest, ReleaseSet } from '@checkin/releases'
import { integrityOf } from '@checkin/releases/signing'
import { assetsInFolder } from '../assets/asset-reader.ts'
import { fillTenant, prerenderedScreen } from './prerendered.ts'
import { renderPage } from './page.ts'

const kit = 'a'.repeat(64)
let assetsDir = ''
beforeEach(() => { assetsDir = mkdtempSync(join(tmpdir(), 'prerendered-')) })
afterEach(() => { rmSync(assetsDir, { recursive: true }) })

/** A published version with these files on disk. */
function published(name: string, files: Readonly<Record<string, unknown>>, firstScreens?: FirstScreens): ModuleManifest {
  const texts = Object.entries({ 'main.js': '', ...files }).map(([path, content]) => [path, Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))] as const)
  for (const [path, bytes] of texts) {
    const file = join(assetsDir, name, '1.0.0', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  return {
    name, version: '1.0.0', uniqueName: name.replace(/\W/g, '_'), entry: 'main.js', initial: [], styles: [], words: {}, provides: {}, consumes: [], contracts: {},
    steps: name === 'shell' ? [] : ['verify-reservation'], ...(firstScreens && { firstScreens }),
    files: texts.map(([path, bytes]) => ({ path, integrity: integrityOf(bytes), bytes: bytes.length })),
  }
}

const around = (inside: string): string => `<div><span>\uE001</span><b>\uE001\uE002</b><main id="content">${inside}</main></div>`
const shell = (): ModuleManifest => published('shell', {
  'first/waiting.en.json': { html: around('<i>wait</i>'), wide: around(''), rules: [0, 2] },
  'first/find.en.json': { html: around('<p data-version="\uE003">\uE004</p>'), wide: around(''), rules: [1, 0], without: { modules: ['exview', 'upview'], html: around('<em>no offers</em>\uE004'), wide: around('') } },
  'first/rules.json': [{ within: ['@layer kit'], text: '.a{}' }, { within: ['@layer kit'], text: '.b{src:url(x.woff2)}' }, { within: [], text: '.c{}' }, { within: [], text: '.never{}' }],
  'first/hold.js': 'hold()',
}, { kit, screens: { waiting: { en: 'first/waiting.en.json' }, 'verify-reservation': { en: 'first/find.en.json' }, paymentLog: { en: 'first/find.en.json' } }, rules: 'first/rules.json', hold: 'first/hold.js' })
const verification = (change: Partial<FirstScreens> = {}): ModuleManifest =>
  published('mfe-verification', { 'first/find.en.json': { html: '<h1>Find $& it</h1>', rules: [1] } }, { kit, screens: { 'verify-reservation': { en: 'first/find.en.json' } }, ...change })
const setOf = (...modules: ModuleManifest[]): ReleaseSet => ({ id: 1, createdAt: '2026-11-21T04:00:00Z', shell: shell(), modules: Object.fromEntries(modules.map((module) => [module.name, module])) })

const at = (set: ReleaseSet, screen: string | null = 'verify-reservation', language: 'en' | 'fr' = 'en', modules = [{ viewTag: 'exview', isEnabled: true }]) => prerenderedScreen({ assets: assetsInFolder(assetsDir), set, language, screen, modules })

describe('the pre-rendered screen in the HTML (DEC-94)', () => {
  it('is the shell\'s page around the module\'s screen, with the styles of both in the order of the stylesheet', async () => {
    const screen = await at(setOf(verification()))
    expect(screen?.name).toBe('verify-reservation')
    expect(screen?.html).toContain('<p data-version="1.0.0"><h1>Find $& it</h1></p>')
    expect(screen?.css).toBe('@layer kit{.a{}.b{src:url(/assets/shell/1.0.0/x.woff2)}}.c{}')
    expect(screen?.waiting).toBe('<i>wait</i>')
  })

  it.each<[string, () => ReleaseSet]>([
    ['a module version without pre-rendered screens', () => setOf(published('mfe-verification', {}))],
    ['a screen that was rendered with another kit than the shell has now', () => setOf(verification({ kit: 'b'.repeat(64) }))],
    ['a set without the module', () => setOf()],
  ])('waits for the page\'s code with %s', async (_, set) => {
    expect(await at(set())).toMatchObject({ name: 'waiting', waiting: null, html: around('<i>wait</i>') })
  })

  it.each<[string, string, string]>([
    ['rendered with the shell\'s kit', kit, 'paymentLog'],
    ['rendered with another', 'b'.repeat(64), 'waiting'],
  ])('asks each screen\'s own module: payment is %s', async (_, renderedWith, name) => {
    const payment = published('mfe-payment', { 'first/back.en.json': { html: '<h1>Checking</h1>', rules: [1] } }, { kit: renderedWith, screens: { paymentLog: { en: 'first/back.en.json' } } })
    const set = setOf(verification(), { ...payment, steps: ['overview', 'paymentLog'] })
    expect(await at(set, 'paymentLog')).toMatchObject({ name })
    expect(await at(set)).toMatchObject({ name: 'verify-reservation' })
    // The module brings this one too, and pre-renders nothing of it.
    expect(await at(set, 'overview')).toMatchObject({ name: 'waiting' })
  })

  it('has the page of a tenant that offers nothing where the modules are off or absent', async () => {
    for (const modules of [[], [{ viewTag: 'exview', isEnabled: false }, { viewTag: 'other', isEnabled: true }]]) {
      expect((await at(setOf(verification()), 'verify-reservation', 'en', modules))?.html).toContain('<em>no offers</em><h1>')
    }
    expect((await at(setOf(verification()), 'verify-reservation', 'en', [{ viewTag: 'upview', isEnabled: true }]))?.html).not.toContain('no offers')
  })

  it('waits without a stepper for a screen that is no step of check-in, where the shell has such a page (DEC-257)', async () => {
    const shown = async (own: ModuleManifest) => (await prerenderedScreen({ assets: assetsInFolder(assetsDir), set: { ...setOf(), shell: own }, language: 'en', screen: null, modules: [], hasStepper: false }))?.html
    const former = shell()
    expect(await shown(former)).toBe(around('<i>wait</i>'))
    expect(await shown({ ...former, firstScreens: { ...former.firstScreens as FirstScreens, screens: { ...former.firstScreens?.screens, 'waiting-no-step': { en: 'first/find.en.json' } } } })).toContain('no offers')
  })

  it('waits where only the session knows the screen', async () => {
    expect((await at(setOf(verification()), null))?.name).toBe('waiting')
  })

  it('begins the title with the screen\'s own heading, and with none where no screen is known (SHELL-65, DEC-104)', async () => {
    const heading = async (html: string, screen: string | null = 'verify-reservation') => {
      const module = published('mfe-verification', { 'first/find.en.json': { html, rules: [] } }, { kit, screens: { 'verify-reservation': { en: 'first/find.en.json' } } })
      return (await at(setOf(module), screen))?.heading
    }
    expect(await heading('<p>Welcome</p><h1 tabindex="-1">Let\u2019s <em>find</em> &amp; check</h1>')).toBe('Let\u2019s find &amp; check')
    expect(await heading('<p>no heading</p>')).toBeNull()
    expect(await heading('<h1>Find it</h1>', null)).toBeNull()
  })

  it('is absent for a shell that renders none, and in a language that it does not have', async () => {
    expect(await at({ ...setOf(verification()), shell: published('shell', {}) })).toBeNull()
    expect(await at(setOf(verification()), 'verify-reservation', 'fr')).toBeNull()
  })

  it('is refused when a file is not the one that was signed', async () => {
    const set = setOf(verification())
    writeFileSync(join(assetsDir, 'mfe-verification/1.0.0/first/find.en.json'), JSON.stringify({ html: '<h1>Pay here</h1>', rules: [] }))
    await expect(at(set)).rejects.toThrow('is not the file that was signed')
  })

  it('leaves the tenant\'s languages to choose from, in the tenant\'s order (DEC-112)', () => {
    const option = (language: string): string => `<option data-language="${language}" value="${language}" lang="${language}"${language === 'en' ? ' selected=""' : ''}>${language} ‘’</option>`
    const select = (...languages: readonly string[]): string => `<select>${languages.map(option).join('')}</select>`
    const filled = (html: string, locales: readonly string[]): string => fillTenant(html, { firmName: 'O', locales }, (text) => text)
    expect(filled(select('en', 'pt', 'fr', 'de'), ['de', 'fr', 'en'])).toBe(select('de', 'fr', 'en'))
    expect(filled(select('en', 'pt', 'fr', 'de'), ['pt'])).toBe(select('pt', 'en'))
    // A shell from before does not ask which languages the tenant has, and shows what it was pre-rendered with.
    const former = '<select><option value="en" lang="en">English</option><option value="pt" lang="pt">Português</option></select>'
    expect(filled(former, ['en'])).toBe(former)
  })

  it('gets the firm\'s name and logo, neither of which can end an element', () => {
    const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    expect(fillTenant(around(''), { firmName: 'Ö <b>', firmLogo: null, locales: ['en'] }, escaped)).toBe('<div><span>Ö</span><b>Ö &lt;b></b><main id="content"></main></div>')
    expect(fillTenant(around(''), { firmName: 'O', firmLogo: 'data:image/png;base64,QQ==', locales: ['en'] }, escaped)).toContain('<span><img src="data:image/png;base64,QQ==" alt=""/></span><b>O</b>')
    expect(fillTenant(around(''), { firmName: 'O', firmLogo: 'https://elsewhere.example/x.png', locales: ['en'] }, escaped)).toContain('<span>O</span>')
  })

  it('comes before the stylesheet and before what only the code reads, so that its paint waits for nothing', async () => {
    const set = setOf(verification())
    const withStyles = { ...set, shell: { ...set.shell, styles: ['main.js'] } }
    const tenant = { host: 'costaverde.localhost', config: aConfig(), terms: [] }
    const html = renderPage({ tenant, language: 'en', set: withStyles, lastGood: null, kind: 'plain', firstLoad: { moduleName: null, language: 'en', callsAtOnce: false }, prerendered: await at(set), brandStyle: '', version: 'v1', preview: null })
    const places = ['data-drawn="verify-reservation"', '<script id="hold">hold()</script>', 'id="page-data"', 'rel="stylesheet"'].map((text) => html.indexOf(text))
    expect(html).toContain('<title>Find $& it - Express Checkout - Costa Verde</title>')
    expect(places).not.toContain(-1)
    expect(html).toContain('<link rel="expect" href="#hold" blocking="render">')
    expect(places).toEqual([...places].sort((one, other) => one - other))
    const bare = renderPage({ tenant, language: 'en', set: withStyles, lastGood: null, kind: 'plain', firstLoad: { moduleName: null, language: 'en', callsAtOnce: false }, prerendered: null, brandStyle: '', version: 'v1', preview: null })
    expect(bare, 'nothing to wait for').not.toContain('rel="expect"')
    expect(bare.indexOf('class="boot"')).toBeGreaterThan(bare.indexOf('rel="stylesheet"'))
  })
})

describe('a company\'s own texts in the pre-rendered screen (DEC-324)', () => {
  const part = { html: '<h1>Find it</h1>', rules: [1] }
  const partTexts = { html: [{ from: 4, to: 11, id: 'mfe-verification:Find.title' }] }
  const page = around('<p>\uE004</p>')
  const marked = (inside: string) => ({ html: [{ from: around(inside).indexOf(inside), to: around(inside).indexOf(inside) + inside.length, id: 'common:Wait' }], wide: [] })
  const shellWith = (texts: boolean): ModuleManifest => published('shell', {
    'first/waiting.en.json': { html: around('Wait'), wide: around(''), rules: [0] }, 'first/find.en.json': { html: page, wide: around(''), rules: [0] }, 'first/rules.json': [{ within: [], text: '.a{}' }], 'first/hold.js': 'hold()',
    ...(texts && { 'first/waiting.en.texts.json': marked('Wait'), 'first/find.en.texts.json': { html: [], wide: [] } }),
  }, { kit, screens: { 'waiting': { en: 'first/waiting.en.json' }, 'verify-reservation': { en: 'first/find.en.json' } }, rules: 'first/rules.json', hold: 'first/hold.js' })
  const moduleWith = (texts: boolean): ModuleManifest => published('mfe-verification', { 'first/find.en.json': part, ...(texts && { 'first/find.en.texts.json': partTexts }) }, { kit, screens: { 'verify-reservation': { en: 'first/find.en.json' } } })
  const shown = (own: Record<string, string>, { shell: shellTexts = true, module = true } = {}) => {
    const [around_, inside] = [shellWith(shellTexts), moduleWith(module)]
    return prerenderedScreen({ assets: assetsInFolder(assetsDir), set: { id: 1, createdAt: '2026-11-21T04:00:00Z', shell: around_, modules: { [inside.name]: inside } }, language: 'en', screen: 'verify-reservation', modules: [], own })
  }

  it('stand in it, in its title and in the page that waits', async () => {
    expect(await shown({ 'mfe-verification:Find.title': 'Where is <my> car?', 'common:Wait': 'One moment' })).toMatchObject({ html: around('<p><h1>Where is &lt;my&gt; car?</h1></p>'), heading: 'Where is &lt;my&gt; car?', waiting: 'One moment' })
  })

  it('are not asked for where the company has none: a version from before shows its screen', async () => {
    expect(await shown({}, { shell: false, module: false })).toMatchObject({ name: 'verify-reservation', html: around('<p><h1>Find it</h1></p>') })
  })

  it('of a version from before are not shown with the product\'s words: the page waits for its code', async () => {
    expect(await shown({ 'common:Wait': 'One moment' }, { module: false })).toMatchObject({ name: 'waiting', html: around('One moment') })
    expect(await shown({ 'common:Wait': 'One moment' }, { shell: false })).toBeNull()
  })
})
