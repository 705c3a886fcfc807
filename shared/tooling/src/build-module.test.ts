import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PrerenderedScreen, PublicContract } from '@checkin/releases'
import { buildIfChanged } from './build-if-changed.ts'
import { buildModule } from './build-module.ts'
import type { BuiltModule } from './build-module.ts'
import { largestRemoteBytes } from './federation-rules.ts'
import { projectRoot } from './ownership.ts'

const root = mkdtempSync(join(tmpdir(), 'build-module-'))
afterAll(() => rmSync(root, { recursive: true }))

const sources: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "mfe-small", "version": "1.0.0", "type": "module" }',
  'remote.manifest.ts': "export const manifest = { name: 'mfe-small', team: 'platform', steps: ['reservation'], needs: { shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' } }",
  'locales/en.json': '{ "hello": "Hello" }',
  'locales/pt.json': '{ "hello": "Olá" }',
  'locales/fr.json': '{ "hello": "Bonjour" }',
  'src/view.module.css': '.title { color: red } @keyframes in { from { opacity: 0 } }',
  'src/view.tsx': "import { useState } from 'react'\nimport css from './view.module.css'\nexport function View() { const [n] = useState(0); return <h1 className={css.title}>{n}</h1> }",
  'src/later.ts': "import { createStore } from 'effector'\nexport const today = createStore(0)",
  'src/remote.ts': `import { View } from './view.tsx'
export const remote = { name: 'mfe-small', steps: [{ name: 'reservation', View }], later: () => import('./later.ts'),
  words: { en: () => import('../locales/en.json'), pt: () => import('../locales/pt.json'), fr: () => import('../locales/fr.json') } }`,
}

/** A small remote with some files changed. */
function remoteIn(folder: string, changes: Readonly<Record<string, string>> = {}): string {
  const dir = join(root, folder)
  for (const [path, text] of Object.entries({ ...sources, ...changes })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  return dir
}

const textOf = ({ outDir, manifest }: BuiltModule, pattern: RegExp): string =>
  manifest.files.filter(({ path }) => pattern.test(path)).map(({ path }) => readFileSync(join(outDir, path), 'utf8')).join('\n')

/** The small remote with a screen that stands in the HTML. */
const preRenderable: Readonly<Record<string, string>> = {
  'remote.manifest.ts': sources['remote.manifest.ts']!.replace("needs:", "firstScreens: ['reservation'], needs:"),
  'src/look.module.css': '.shown { color: red; inset-inline-start: 0 } .later { color: blue }',
  'src/view.tsx': "import { useWords } from '@checkin/i18n'\nimport { Button } from '@checkin/ui/button'\nimport look from './look.module.css'\nexport const later = look['later']\nexport function View() { const words = useWords('mfe-small'); return <form className={`ck-step ${look['shown']}`}><h1>{words('hello')}</h1><Button action='Locate' type='submit'>ok</Button></form> }",
}
const inWorkspace = (folder: string, changes: Readonly<Record<string, string>>): string => {
  const dir = remoteIn(folder, changes)
  symlinkSync(join(projectRoot, 'mfe-verification/node_modules'), join(dir, 'node_modules'))
  return dir
}

describe('the screens that a remote has in the HTML', () => {
  it('are rendered in every language with the styles that they need, and are files of the version like all others', async () => {
    const { manifest, outDir } = await buildModule(inWorkspace('rendered', preRenderable))
    expect(Object.keys(manifest.firstScreens?.screens ?? {})).toEqual(['reservation'])
    for (const [language, hello] of [['en', 'Hello'], ['pt', 'Olá'], ['fr', 'Bonjour']] as const) {
      const path = manifest.firstScreens?.screens['reservation']?.[language] ?? ''
      expect(manifest.files.map((file) => file.path)).toContain(path)
      const screen = PrerenderedScreen.parse(JSON.parse(readFileSync(join(outDir, path), 'utf8')))
      expect(screen.html).toContain(`<h1>${hello}</h1>`)
      expect(screen.rules.length).toBeGreaterThan(10)
      // One rule, as it was written: every browser that we know reads logical properties.
      expect(screen.css?.match(/shown/g)).toHaveLength(1)
      expect(screen.css, 'a rule of another screen').not.toMatch(/later/)
    }
  })

  it('are refused when they show what only a tenant knows', async () => {
    const dir = inWorkspace('tenant', {
      ...preRenderable,
      'src/view.tsx': "import { $config } from '@checkin/flow'\nimport { useUnit } from 'effector-react'\nexport function View() { return <h1>{useUnit($config)?.firmName ?? ''}</h1> }",
    })
    await expect(buildModule(dir)).rejects.toThrow('shows what only a tenant knows')
  })

  it('are refused when the module does not have them', async () => {
    const dir = inWorkspace('absent', { ...preRenderable, 'remote.manifest.ts': preRenderable['remote.manifest.ts']!.replace("firstScreens: ['reservation']", "firstScreens: ['complete']") })
    await expect(buildModule(dir)).rejects.toThrow('does not have it')
  })
})

describe('the build of a remote', () => {
  let built: BuiltModule

  beforeAll(async () => {
    built = await buildModule(remoteIn('plain'))
  })

  it('says which files come first, which styles, which words and what it takes from the shell', () => {
    const { manifest } = built
    expect(manifest).toMatchObject({ name: 'mfe-small', version: '1.0.0', uniqueName: 'mfe_small_1_0_0', entry: 'remoteEntry.js', steps: ['reservation'], provides: {} })
    expect(manifest.initial).toEqual([expect.stringMatching(/^remote\.[0-9a-f]{8}\.js$/)])
    expect(manifest.styles).toEqual([expect.stringMatching(/^remote\.[0-9a-f]{8}\.css$/)])
    expect(Object.keys(manifest.words).sort()).toEqual(['en', 'fr', 'pt'])
    for (const [language, [path = '']] of Object.entries(manifest.words)) expect(readFileSync(join(built.outDir, path), 'utf8')).toContain({ en: 'Hello', pt: 'Olá', fr: 'Bonjour' }[language])
    expect(manifest.consumes).toEqual(['effector', 'react', 'react/jsx-runtime'])
    expect(manifest.shareRanges).toEqual({ 'effector': '^23.0.0', 'react': '^19.0.0', 'react/jsx-runtime': '^19.0.0' })
    expect(manifest.firstConsumes).toEqual(['react', 'react/jsx-runtime'])
    expect(manifest.contracts).toEqual({ shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' })
  })

  it('says that its container brings what it runs on, and that one of a configuration of its own may not (decision 0293)', async () => {
    expect(built.manifest.runtimeFree).toBe(true)
    const config = `import { remoteConfig } from ${JSON.stringify(join(projectRoot, 'shared/tooling/src/rspack-preset.ts'))}
export default (options) => {
  const config = remoteConfig(${JSON.stringify(join(root, 'own-container'))})(options)
  return { ...config, module: { rules: config.module.rules.filter(({ test }) => !String(test).includes('module-federation')) } }
}
`
    const { manifest } = await buildModule(remoteIn('own-container', { 'rspack.config.ts': config }))
    expect(manifest).toMatchObject({ name: 'mfe-small' })
    expect(manifest).not.toHaveProperty('runtimeFree')
  })

  it('names every file of its folder and no source map', () => {
    expect(built.manifest.files.map(({ path }) => path)).toEqual(readdirSync(built.outDir).sort())
    expect(built.manifest.files.some(({ path }) => path.endsWith('.map'))).toBe(false)
    expect(textOf(built, /\.js$/)).not.toContain('sourceMappingURL')
    expect(readdirSync(`${built.outDir}.maps`).some((file) => file.endsWith('.js.map'))).toBe(true)
  })

  it('tells developer tools and editors what its container gives, in files that no page loads (DEC-200, ECO-15)', () => {
    const read = (file: string): string => readFileSync(join(built.outDir, file), 'utf8')
    const { name, metaData, exposes } = JSON.parse(read('mf-manifest.json')) as { readonly name: string; readonly metaData: { readonly types: object }; readonly exposes: readonly { readonly name: string }[] }
    expect({ name, exposes: exposes.map((each) => each.name), types: metaData.types }).toMatchObject({ name: built.manifest.uniqueName, exposes: ['remote'], types: { api: 'remote.d.ts' } })
    expect(read('remote.d.ts')).toContain('remote: RemoteModule')
    expect([...built.manifest.initial, built.manifest.entry]).not.toContain('mf-manifest.json')
  })

  it('says what others may build on, as a file of the version', () => {
    expect(built.manifest.publicContract).toBe('contract.json')
    const { module } = PublicContract.parse(JSON.parse(readFileSync(join(built.outDir, 'contract.json'), 'utf8')))
    expect(module?.version).toBe('1.0.0')
    expect(Object.keys(module?.members ?? {})).toEqual(expect.arrayContaining(['screen reservation', 'language pt', 'needs flow']))
  })

  it('keeps its styles to this version of this module', () => {
    const css = textOf(built, /\.css$/)
    expect(css).toContain('.mfe-small_src_title')
    expect(css).toMatch(/:where\(\[data-module=("?)mfe-small\1\]\[data-module-version="1\.0\.0"\]\)/)
  })

  it('makes the same bytes of the same sources, wherever they lie', async () => {
    const again = await buildModule(remoteIn('elsewhere'))
    expect(again.manifest).toEqual(built.manifest)
  })

  it('makes another version of the same sources that shares no name with it', async () => {
    const { manifest } = await buildModule(join(root, 'plain'), { version: '1.0.1' })
    expect(manifest.uniqueName).toBe('mfe_small_1_0_1')
    const hashes = new Set(built.manifest.files.map(({ integrity }) => integrity))
    const words = new Set(Object.values(manifest.words).flat())
    expect(manifest.files.filter(({ path, integrity }) => !words.has(path) && hashes.has(integrity))).toEqual([])
  })

  it.each([
    ['the shared sources by a side door', { 'src/later.ts': `export { formatMoney as today } from '${projectRoot}/shared/i18n/src/formats.ts'` }, /no-copies/],
    ['a copy of React that lies in its own folder (ROL-11)', { 'src/vendor/copy.cjs': readFileSync(join(projectRoot, 'shell/node_modules/react/cjs/react.production.js'), 'utf8'), 'src/later.ts': "import * as copy from './vendor/copy.cjs'\nexport const today = copy" }, /no-copies.*react/],
    ['an import that does not exist', { 'src/later.ts': "import { nothing } from './view.tsx'\nexport const today = nothing" }, /nothing/],
    ['a package that is not there', { 'src/later.ts': "import 'left-out'\nexport const today = 1" }, /left-out/],
    ['more than 60 kB', { 'src/later.ts': `export const today = '${randomBytes(largestRemoteBytes).toString('base64')}'` }, /size/],
    ['a manifest that does not fit', { 'remote.manifest.ts': "export const manifest = { name: 'mfe-small' }" }, /no valid manifest/],
  ])('refuses %s', async (what, changes, message) => {
    await expect(buildModule(remoteIn(what.replaceAll(' ', '-'), changes))).rejects.toThrow(message)
  })
})

describe('building only what changed', () => {
  it('builds once, then nothing, then again after a change', async () => {
    const dir = remoteIn('stamped')
    expect((await buildIfChanged(dir)).built).toBe(true)
    expect((await buildIfChanged(dir)).built).toBe(false)
    writeFileSync(join(dir, 'locales/en.json'), '{ "hello": "Hi" }')
    expect((await buildIfChanged(dir)).built).toBe(true)
  })

  it('builds again when a file of the last build is gone', async () => {
    const dir = remoteIn('eaten')
    const { outDir, manifest } = await buildIfChanged(dir)
    rmSync(join(outDir, manifest.initial[0] ?? ''))
    expect((await buildIfChanged(dir)).built).toBe(true)
  })

  it('does not mind a changed test', async () => {
    const dir = remoteIn('tested')
    await buildIfChanged(dir)
    writeFileSync(join(dir, 'src/view.test.tsx'), '')
    expect((await buildIfChanged(dir)).built).toBe(false)
  })
})
