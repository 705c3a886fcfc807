import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload, type SourceMapping } from 'node:module'
import { loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '@checkin/tools/chromium'
import { checksIn } from './journey.ts'
import type { Note } from './page-notes.ts'
import { fileOfSource, partOfSource, partsBetween, type PageProfile } from './profile-parts.ts'
import { chromiumFlags, keep, percentile, progress } from './report.ts'
import type { Watch } from './slow-phone.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Source maps of every build of the product in this checkout, by module, version and file; read when a profile has the file. */
function productMaps(): (address: string) => SourceMap | null {
  const read = new Map<string, SourceMap | null>()
  return (address) => {
    const [, module = '', version = '', file = ''] = /\/assets\/([^/]+)\/([^/]+)\/([^?]+)/.exec(address) ?? []
    const key = `${module}/dist/${version}.maps/${file}.map`
    const known = read.get(key)
    if (known !== undefined) return known
    const folder = join(root, dirname(key))
    const map = module !== '' && readdirSync(folder).includes(`${file}.map`) ? new SourceMap(JSON.parse(readFileSync(join(root, key), 'utf8')) as SourceMapPayload) : null
    read.set(key, map)
    return map
  }
}

/** One press: where it led, and the milliseconds of each part, and of each file of our own, after the server's last answer. */
interface Press {
  readonly to: string
  readonly own: number
  readonly parts: ReturnType<typeof partsBetween>
  readonly files: ReturnType<typeof partsBetween>
}

/** So many files of our own are named of each press, those that take most. */
const filesShown = 6

/** Profiles a page from screen to screen, and says of each press what the time until the next screen went to. A document that is loaded anew begins a profile of its own and is left out. */
function pressWatch(presses: Press[], sourceOf: Parameters<typeof partsBetween>[3]): Watch {
  return async (page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await session.send('Profiler.enable')
    await session.send('Profiler.setSamplingInterval', { interval: 500 })
    await session.send('Profiler.start')
    const reading = async (note: Extract<Note, { kind: 'screen' }>, pressed: number): Promise<void> => {
      const { profile } = await session.send('Profiler.stop')
      await session.send('Profiler.start')
      const { metrics } = await session.send('Performance.getMetrics')
      const began = await page.evaluate(() => performance.timeOrigin)
      const monotonic = (metrics.find(({ name }) => name === 'NavigationStart')?.value ?? Number.NaN) * 1_000_000
      const [from, to] = [Math.max(pressed, note.answeredAt ?? 0), note.at].map((at) => monotonic + (at - began) * 1000) as [number, number]
      if (from < (profile as PageProfile).startTime) return
      const [parts, files] = [partOfSource, fileOfSource].map((nameOf) => partsBetween(profile, from, to, sourceOf, nameOf)) as [Press['parts'], Press['files']]
      presses.push({ to: note.name, own: (to - from) / 1000, parts, files })
    }
    let pressed: number | null = null
    return (note) => {
      if (note.kind === 'press') pressed = note.at
      if (note.kind !== 'screen') return
      const from = pressed
      pressed = null
      // The next document may already be on its way: its profile is another one.
      if (from !== null) reading(note, from).catch((error: unknown) => { console.log(`no profile of ${note.name}: ${String(error).slice(0, 80)}`) })
    }
  }
}

const median = (values: readonly number[]): number => Math.round(percentile(values, 0.5))

/** Median milliseconds of the files of our own that take most. */
function longestFiles(presses: readonly Press[]): Readonly<Record<string, number>> {
  const names = [...new Set(presses.flatMap(({ files }) => Object.keys(files)))].filter((name) => /^(?:shared|shell|mfe-)/.test(name))
  const medians = names.map((name): [string, number] => [name, median(presses.map(({ files }) => files[name] ?? 0))])
  return Object.fromEntries(medians.filter(([, ms]) => ms > 0).sort(([, one], [, other]) => other - one).slice(0, filesShown))
}

/**
 * `npm run bench -- presses [runs]`: what the time between a press and the next screen goes to, without the server's answer, on the phone of `journey`: profiles of the page,
 * whose samples are told apart by source maps. A profile makes the page slower; `journey` has the times.
 */
export async function pressesBench(args: readonly string[]): Promise<void> {
  const runs = Number(args[0] ?? 3)
  const mapOf = productMaps()
  const presses: Press[] = []
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
  try {
    for (let run = 1; run <= runs; run += 1) {
      await progress(`check-in ${run}`, () => checksIn(browser, 'costaverde', pressWatch(presses, ({ url, lineNumber, columnNumber }) => {
        const entry: Partial<SourceMapping> | undefined = mapOf(url)?.findEntry(lineNumber, columnNumber)
        return entry?.originalSource ?? null
      })))
    }
  } finally {
    await browser.close()
  }
  const sumOf = (part: string): number => presses.reduce((sum, { parts }) => sum + (parts[part] ?? 0), 0)
  const all = [...new Set(presses.flatMap(({ parts }) => Object.keys(parts)))].sort((one, other) => sumOf(other) - sumOf(one))
  const rows = [...new Set(presses.map(({ to }) => to))].map((to) => {
    const of = presses.filter((press) => press.to === to)
    return { 'next screen': to, 'own, ms': median(of.map(({ own }) => own)), ...Object.fromEntries(all.map((part) => [part, median(of.map(({ parts }) => parts[part] ?? 0))])) }
  })
  const files = Object.fromEntries(rows.map(({ 'next screen': to }) => [to, longestFiles(presses.filter((press) => press.to === to))]))
  console.log(`Slow 4G, processor 4x slower, profiled, medians of ${runs}, load ${loadavg().map((value) => value.toFixed(1)).join(' ')}`)
  console.table(rows)
  console.dir(files, { depth: null })
  await keep('presses', { runs, rows, files })
}
