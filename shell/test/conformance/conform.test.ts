// @vitest-environment node
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { languages } from '@checkin/remote'
import type { BuiltModule } from '@checkin/tooling/build-module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../browser.ts'
import { buildBench, conform, folderOf } from './conform.ts'

const folder = mkdtempSync(join(tmpdir(), 'checkin-conform-'))
let browser: Browser
let shell: BuiltModule
beforeAll(async () => {
  ;[browser, shell] = await Promise.all([openBrowser(), buildBench(join(folder, 'shell'))])
}, 300_000)
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const remote = `import { closed, opened } from './first.model.ts'
import { FirstView } from './first.view.tsx'
export const remote = {
  name: 'mfe-tiny', steps: [{ name: 'verify-reservation', View: FirstView, opened, closed }],
  words: { en: () => import('../locales/en.json'), pt: () => import('../locales/pt.json'), fr: () => import('../locales/fr.json') },
}`
const manifest = `export const manifest = { name: 'mfe-tiny', team: 'platform', steps: ['verify-reservation'], needs: { shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' } }`
const view = (inside: string, shows = ''): string => `import { useEffect } from 'react'
export function FirstView() {
  ${inside}
  return <section><h1>Hello</h1>${shows}</section>
}`

let made = 0
/** What does not hold of the tiny module with some files changed: the check, and what it says. */
async function failing(changes: Readonly<Record<string, string>>): Promise<Record<string, readonly string[]>> {
  const dir = join(folder, `mfe-tiny-${made += 1}`)
  cpSync(join(import.meta.dirname, '../mfe-tiny'), dir, { recursive: true })
  for (const [path, text] of Object.entries({ 'src/remote.ts': remote, 'remote.manifest.ts': manifest, ...changes })) writeFileSync(join(dir, path), text)
  const failed: Record<string, readonly string[]> = {}
  for await (const { what, problems } of conform(dir, browser, shell)) if (problems.length > 0) failed[what] = problems
  return failed
}

const wordsOf = (language: string): object => JSON.parse(readFileSync(join(import.meta.dirname, '../mfe-tiny/locales', `${language}.json`), 'utf8')) as object

describe('the conformance kit', () => {
  it('has nothing against a module that keeps the contract', async () => {
    expect(await failing({})).toEqual({})
  })

  it('finds a manifest that names no screen of the product, and looks no further', async () => {
    expect(Object.keys(await failing({ 'remote.manifest.ts': manifest.replace('verify-reservation', 'nowhere') }))).toEqual(['the manifest says name, team, steps and contracts'])
  })

  it('finds words that a language lacks, events of another module, and too much weight', async () => {
    const failed = await failing({
      'locales/pt.json': JSON.stringify({ ...wordsOf('pt'), only: 'Só aqui' }),
      'src/first.model.ts': `${readFileSync(join(import.meta.dirname, '../mfe-tiny/src/first.model.ts'), 'utf8')}\nexport { driverSaved } from '@checkin/flow/publish/driver'\n`,
      'src/first.view.tsx': view('', `<p>{'${randomBytes(80_000).toString('hex')}'}</p>`).replace('import { useEffect } from \'react\'\n', ''),
    })
    expect(failed).toEqual({
      'every language has the same messages': languages.filter((language) => language !== 'pt').map((language) => `${language} has no words for only`),
      'it publishes its own events only': ['first.model.ts tells events of driver'],
      'it builds: federation rules, nothing that the shell provides, weight': [expect.stringMatching(/size: the module weighs \d+ bytes/)],
    })
  })

  it('finds an unmet contract, a step that is missing, what is left behind, what cannot be used by all, and what the policy forbids', async () => {
    const failed = await failing({
      'remote.manifest.ts': manifest.replace("shell: '^1.0.0'", "shell: '^9.0.0'").replace("['verify-reservation']", "['verify-reservation', 'reservation']"),
      'src/first.view.tsx': view(`useEffect(() => {
        setInterval(() => undefined, 1000)
        window.addEventListener('resize', () => undefined)
        document.head.append(document.createElement('style'))
        document.body.append(document.createElement('div'))
        new Image().src = 'https://elsewhere.example/pixel.png'
      }, [])`, '<button type="button"></button>'),
    })
    expect(failed).toEqual({
      'this shell meets its contracts and shared packages': [expect.stringContaining('unmet-contract mfe-tiny shell ^9.0.0')],
      'it loads and has what its manifest promises': ['reservation is promised and missing'],
      'steps that close leave no timer, listener, style or element': ['timers', 'listeners', 'styles', 'elements'].map((kind) => `verify-reservation leaves ${kind} behind: 5 after 5 visits`),
      'steps that close release their memory': ['nodes', 'listeners'].map((kind) => expect.stringMatching(new RegExp(`^verify-reservation keeps \\d+ ${kind} of each visit$`)) as string),
      'steps are accessible (axe, WCAG 2.2 AA)': [expect.stringMatching(/^verify-reservation: button-name/)],
      'nothing breaks the policy of production': expect.arrayContaining([expect.stringContaining('img-src https://elsewhere.example')]) as string[],
    })
  })

  it('finds a step that breaks while it is rendered', async () => {
    const failed = await failing({ 'src/first.view.tsx': view('useEffect(() => { throw new Error(\'broken\') }, [])') })
    expect(failed).toEqual({ 'every step renders, also with an API that answers nonsense': expect.arrayContaining(['verify-reservation: broken-view']) as string[] })
  })

  it('finds a module by its name with and without the prefix', () => {
    expect([folderOf('payment'), folderOf('mfe-payment')].map((dir) => dir?.endsWith('mfe-payment'))).toEqual([true, true])
    expect(folderOf('nothing')).toBeNull()
  })
})
