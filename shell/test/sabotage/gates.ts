import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { buildModule, type BuiltModule } from '@checkin/tooling/build-module'
import { borrowedEvents, messageProblems } from '@checkin/tooling/module-checks'
import { readRemoteManifest } from '@checkin/tooling/module-contracts'
import type { TestRegistry } from '@checkin/module-registry/testing'
import { endsWithin, pageFindings } from '../conformance/page-checks.ts'
import { startFaultySite } from '../faulty-site.ts'
import type { Gate } from './rows.ts'

/** What the gates work with. */
export interface Place {
  readonly browser: Browser
  readonly registry: TestRegistry
  /** The shell of conformance, whose version the registry has. */
  readonly bench: BuiltModule
  /** The shell that shows one module and its last good version. */
  readonly host: BuiltModule
  /** A version of the small module that works. */
  readonly good: BuiltModule
}

/** Which gate stopped a version, what it said, and how long it took from the beginning, in milliseconds. */
export interface Stopped {
  readonly gate: Gate
  readonly said: readonly string[]
  readonly afterMs: number
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Everything that a module's own command checks without a browser, then its build. */
async function build(dir: string): Promise<{ readonly built?: BuiltModule; readonly said: readonly string[] }> {
  try {
    const { name } = await readRemoteManifest(dir)
    const said = [...messageProblems(dir), ...borrowedEvents(dir, name)]
    if (said.length > 0) return { said }
    return { built: await buildModule(dir, { outDir: join(mkdtempSync(join(tmpdir(), 'checkin-sabotage-')), 'module') }), said: [] }
  } catch (error) {
    return { said: [messageOf(error)] }
  }
}

/** As the registry's API takes it: signed, with all files. */
export async function upload({ registry }: Pick<Place, 'registry'>, { manifest, outDir }: BuiltModule) {
  const files = await Promise.all(manifest.files.map(async ({ path }) => ({ path, base64: (await readFile(join(outDir, path))).toString('base64') })))
  return registry.publish({ manifest, files })
}

/** Publishes it, and makes the set in which a tenant would get it. */
async function publish(place: Place, built: BuiltModule): Promise<readonly string[]> {
  const published = await upload(place, built)
  if (published.status >= 300) return [JSON.stringify(published.body)]
  const modules = { shell: place.bench.manifest.version, [built.manifest.name]: built.manifest.version }
  const set = await place.registry.call('POST', '/sets', { body: { modules } })
  return set.status < 300 ? [] : [JSON.stringify(set.body)]
}

/** How a page came to the last good version, or none did, and what it reported of the broken one. */
interface Healed {
  readonly gate: 'heal' | 'canary'
  readonly said: readonly string[]
  readonly reported: boolean
}

/** A renter who gets this version beside one that works: what is on the screen after a press, and whether that works. */
async function inPage({ browser, host, good }: Place, built: BuiltModule): Promise<Healed> {
  const site = await startFaultySite()
  const context = await browser.newContext()
  const page = await context.newPage()
  const showsLastGood = async (timeout: number): Promise<boolean> => page.getByRole('heading', { name: `Code ${good.manifest.version}` }).waitFor({ timeout }).then(() => true, () => false)
  const failures = (): readonly string[] => site.reports().filter(({ outcome, version }) => outcome === 'failed' && version === built.manifest.version).map(({ reason }) => String(reason))
  /** The version that works does so, and a second time nothing is damaged. */
  async function works(on: Page, how: string): Promise<Healed> {
    await on.getByRole('button', { name: 'Pressed 0' }).click()
    await on.getByRole('button', { name: 'Pressed 1' }).waitFor({ timeout: 5000 })
    return { gate: 'heal', said: [how], reported: how === 'the last good' ? failures().length > 0 : true }
  }
  try {
    site.serve({ shell: host, modules: [{ name: built.manifest.name, released: built, lastGood: good }] })
    await page.goto(site.address)
    await page.getByRole('button', { name: 'Pressed 0' }).click()
    if (await showsLastGood(3000)) return await works(page, 'the last good')
    // It works, however late: what its page says of it goes to the canary analysis, once the page answers again.
    await page.evaluate(() => new Promise((done) => { setTimeout(done, 500) }))
    if (failures().length > 0) return { gate: 'canary', said: failures(), reported: true }
    // What surrounds the module renders anew, and breaks.
    await page.getByRole('button', { name: 'Visit again' }).click({ timeout: 3000 })
    if (!(await showsLastGood(10_000))) return { gate: 'heal', said: ['nothing healed it'], reported: false }
    const notice = await page.evaluate(() => sessionStorage.getItem('checkin.notice') ?? '')
    return await works(page, notice.includes('loaded again') ? 'loaded again with the last good' : 'loaded again without a word')
  } catch (error) {
    return { gate: 'heal', said: [messageOf(error)], reported: false }
  } finally {
    await endsWithin(context.close(), 5000)
    await site.close()
  }
}

/** Takes a module's sources through all gates in their order, until one stops it. Null: none did. */
export async function firstStop(place: Place, dir: string): Promise<Stopped | null> {
  const began = Date.now()
  const stop = (gate: Gate, said: readonly string[]): Stopped => ({ gate, said, afterMs: Date.now() - began })
  const { built, said } = await build(dir)
  if (!built) return stop('build', said)
  const refused = await publish(place, built)
  if (refused.length > 0) return stop('publish', refused)
  const findings = Object.values(await pageFindings(place.browser, place.bench, built)).flat()
  if (findings.length > 0) return stop('conformance', findings)
  const healed = await inPage(place, built)
  // A version that is carried without a report would be carried for ever: the canary analysis has to hear of it.
  return healed.reported ? stop(healed.gate, healed.said) : null
}
