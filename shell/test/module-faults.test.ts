// @vitest-environment node
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { PageData } from '@checkin/releases'
import { moduleNames as everyName } from '@checkin/remote'
import { sampled } from '@checkin/testing/sample'
import { buildModule, type BuiltModule } from '@checkin/tooling/build-module'
import { projectRoot } from '@checkin/tooling/ownership'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { startFaultySite, type Fault } from './faulty-site.ts'

const moduleNames = sampled(everyName.slice(0, 1), everyName)
const lastGood = '1.0.0'
const released = '1.1.0'
const folder = mkdtempSync(join(tmpdir(), 'checkin-faults-'))
let shell: BuiltModule
let browser: Browser
const modules: { readonly name: string; readonly released: BuiltModule; readonly lastGood: BuiltModule }[] = []

beforeAll(async () => {
  browser = await openBrowser()
  shell = await buildModule(join(projectRoot, 'shell'), { entry: './test/host/modules.tsx', outDir: join(folder, 'shell') })
  for (const name of moduleNames) {
    const dir = join(projectRoot, name)
    const build = (version: string): Promise<BuiltModule> => buildModule(dir, { version, outDir: join(folder, name, version) })
    modules.push({ name, released: await build(released), lastGood: await build(lastGood) })
  }
}, 300_000)
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

const entryOf = (name: string): string => `/${name}/${released}/remoteEntry.js`
const chunkOf = (name: string): string => `/${name}/${released}/${modules.find((each) => each.name === name)?.released.manifest.initial[0] ?? ''}`

interface Break {
  readonly fault: Fault
  readonly at: (name: string) => string
  /** What hangs keeps a connection, of which a browser has few: one page for each module. */
  readonly pages?: 'one' | 'each'
}

const faults: Readonly<Record<string, Break>> = {
  'is missing': { fault: 'missing', at: entryOf },
  'is answered with an error': { fault: 'error', at: entryOf },
  'hangs': { fault: 'hangs', at: entryOf, pages: 'each' },
  'is truncated': { fault: 'truncated', at: entryOf },
  'has a foreign entry': { fault: 'tampered', at: entryOf },
  'has a foreign chunk': { fault: 'tampered', at: chunkOf },
  'is a page instead of a script': { fault: 'html', at: entryOf },
  'throws at its start': { fault: 'throws', at: entryOf },
}

/** The release says so: it is the very file that was published, and it throws. */
const namesThrowingEntry = (data: PageData): PageData => ({
  ...data,
  modules: Object.fromEntries(Object.entries(data.modules).map(([name, module]) => {
    const body = readFileSync(join(folder, name, released, 'remoteEntry.js'))
    const hash = createHash('sha384').update(`throw new Error('broken at its start');`).update(body).digest('base64')
    return [name, { ...module, integrity: { ...module.integrity, [module.entry]: `sha384-${hash}` } }]
  })),
})

interface Seen {
  readonly ends: readonly unknown[]
  /** Build names of the versions whose code ran. */
  readonly ran: readonly string[]
  readonly tampered: boolean
}

/** Loads some modules in one page of a site that does something to the released version of each. */
async function seenWith(names: readonly string[], { fault, at }: Break, withLastGood = true): Promise<Seen> {
  const site = await startFaultySite()
  const page = await browser.newPage()
  try {
    site.serve({ shell, modules: modules.filter(({ name }) => names.includes(name)).map(({ name, ...builds }) => (withLastGood ? { name, ...builds } : { name, released: builds.released })) })
    if (fault === 'throws') site.alters(namesThrowingEntry)
    for (const name of names) site.breaks(at(name), fault)
    await page.goto(site.address)
    await page.waitForFunction(() => 'loadAll' in globalThis)
    return await page.evaluate(() => (Reflect.get(globalThis, 'loadAll') as () => Promise<Seen>)())
  } finally {
    await page.close()
    await site.close()
  }
}

const buildName = (name: string, version: string): string => `${name}_${version}`.replace(/\W/g, '_')

describe(`each of ${moduleNames.join(', ')}, when its released version`, () => {
  it.for(Object.entries(faults))('%s: the last good version’s code runs, and nothing of the released one', async ([, fault]) => {
    const pages = fault.pages === 'each' ? moduleNames.map((name) => [name]) : [moduleNames]
    for (const [at, { ends, ran, tampered }] of (await Promise.all(pages.map((names) => seenWith(names, fault)))).entries()) {
      const names = pages[at] ?? []
      expect(ends).toEqual(names.map((name) => [name, lastGood, name, true]))
      expect(ran).toEqual(names.map((name) => buildName(name, lastGood)).sort())
      expect(tampered).toBe(false)
    }
  })

  it('is whole: its code runs, and the last good version’s does not', async () => {
    const { ends, ran } = await seenWith(moduleNames, { fault: 'missing', at: () => '/nothing' })
    expect(ends).toEqual(moduleNames.map((name) => [name, released, name, true]))
    expect(ran).toEqual(moduleNames.map((name) => buildName(name, released)).sort())
  })

  it('is foreign and there is no other: no code of it runs, and the page is told', async () => {
    const { ends, ran, tampered } = await seenWith(moduleNames, { fault: 'tampered', at: (name) => `/${name}/${released}/` }, false)
    expect([ends, ran, tampered]).toEqual([moduleNames.map((name) => [name, 'failed']), [], false])
  })
})
