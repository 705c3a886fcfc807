import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '@checkin/tools/chromium'
import { chromiumFlags, keep } from '../report.ts'
import { measureLoad, measureModules, measureReturn, medianOf, type Conditions, type Load, type Modules } from './measure.ts'
import { startServer, type BenchServer } from './server.ts'
import { buildAll, variants, type Served } from './sites.ts'
import { modules } from './variants.ts'

const slow: Conditions = { name: 'slow 4G, processor 4x slower', latency: 150, down: 1_600_000, cpu: 4 }
const conditions: readonly Conditions[] = [
  slow,
  { name: 'slow 4G', latency: 150, down: 1_600_000, cpu: 1 },
  { name: '400 ms round trip', latency: 400, down: 1_600_000, cpu: 1 },
]

type Loads = Readonly<Record<string, Load>>

const rounded = (load: Load): Record<string, number> => Object.fromEntries(Object.entries(load).map(([key, value]: [string, number]) => [key, key === 'layoutShift' ? Math.round(value * 10_000) / 10_000 : Math.round(value)]))
const ratio = (one: number, other: number): number => Math.round((one / other) * 100) / 100

/** Medians of each variant, by turns, so that whatever else the machine does falls on all alike; the first turn warms the files up and is not counted. */
async function byTurns(title: string, runs: number, names: readonly string[], measure: (name: string) => Promise<Load>): Promise<Loads> {
  const loads = new Map<string, Load[]>(names.map((name) => [name, []]))
  for (let run = 0; run <= runs; run += 1) {
    for (const name of names) {
      const load = await measure(name)
      if (load.typable === 0) throw new Error(`${title}: ${name} is usable and has no first field, so its first module did not come`)
      if (run > 0) loads.get(name)?.push(load)
    }
  }
  const medians = Object.fromEntries([...loads].map(([name, all]) => [name, medianOf(all)]))
  console.log(`\n${title}: medians of ${runs}`)
  console.table(Object.fromEntries(Object.entries(medians).map(([name, median]) => [variants[name]?.title ?? name, rounded(median)])))
  return medians
}

/** As shipped, of each of the others: what is below 1 is less. */
const ratiosOf = (loads: Loads): Record<string, Record<string, number>> => {
  const { shipped, ...others } = loads
  if (!shipped) return {}
  return Object.fromEntries(Object.entries(others).map(([name, other]) => [variants[name]?.title ?? name, {
    usable: ratio(shipped.usable, other.usable), LCP: ratio(shipped.lcp, other.lcp), script: ratio(shipped.scriptBytes, other.scriptBytes), bytes: ratio(shipped.bytes, other.bytes), heap: ratio(shipped.heap, other.heap),
  }]))
}

async function measureAll(browser: Browser, server: BenchServer, served: ReadonlyMap<string, Served>, runs: number): Promise<void> {
  const names = [...served.keys()]
  const [, ...later] = modules
  const journey: Record<string, Modules> = {}
  // First, because what a host cannot load ends the run.
  for (const name of names) journey[name] = await measureModules(browser, server.addressOf(name), slow, later)
  const results: Record<string, Loads> = {}
  for (const condition of conditions) results[condition.name] = await byTurns(condition.name, runs, names, (name) => measureLoad(browser, server.addressOf(name), condition))
  const returning = await byTurns('a renter who comes back after the first module was published anew', runs, names, async (name) => {
    const site = served.get(name)
    if (!site) throw new Error(`${name} is not served`)
    const load = await measureReturn(browser, server.addressOf(name), slow, () => { server.add(name, site.next, site.dictionaries) })
    server.add(name, site.now, site.dictionaries)
    return load
  })
  console.log(`\nThe first screen and every module of a check-in after it: ${slow.name}`)
  console.table(Object.fromEntries(Object.entries(journey).map(([name, { bytes, requests, loading }]) => [variants[name]?.title ?? name, { bytes, requests, loading: Math.round(loading) }])))
  const ratios = Object.fromEntries(Object.entries({ ...results, returning }).map(([name, loads]) => [name, ratiosOf(loads)]))
  for (const [name, table] of Object.entries(ratios)) {
    console.log(`\nAs shipped, of each: ${name}`)
    console.table(table)
  }
  // Some of them alone are somebody's trial.
  if (names.length === Object.keys(variants).length) await keep('first-screen', { runs, results, returning, journey, ratios })
}

/** `npm run bench -- first-screen [runs] [variant …]`: the same sources in other builds and hosts, served alike, loaded by turns. */
export async function firstScreenBench(args: readonly string[]): Promise<void> {
  const [runs = '5', ...wanted] = args
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const server = await startServer()
  try {
    const served = await buildAll(folder, wanted.length > 0 ? wanted : Object.keys(variants), (variant) => server.addressOf(variant).replace(/\/$/, ''))
    for (const [name, { now, dictionaries }] of served) server.add(name, now, dictionaries)
    const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags, `--ignore-certificate-errors-spki-list=${server.certificateKey}`] })
    await measureAll(browser, server, served, Number(runs))
    await browser.close()
  } finally {
    await server.close()
    await rm(folder, { recursive: true })
  }
}
