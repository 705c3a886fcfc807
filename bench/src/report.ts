import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const results = join(dirname(dirname(fileURLToPath(import.meta.url))), 'results')

export const chromiumFlags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'] as const

/** Writes the figures of a benchmark with what they depend on: how many processors, and how busy they were. */
export async function keep(name: string, figures: object): Promise<void> {
  await mkdir(results, { recursive: true })
  const machine = { processors: cpus().length, load: loadavg().map((value) => Math.round(value * 10) / 10), node: process.version }
  await writeFile(join(results, `${name}.json`), `${JSON.stringify({ measured: new Date().toISOString().slice(0, 10), machine, ...figures }, null, 2)}\n`)
}

/** Says what is being done and how long it took. */
export async function progress<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now()
  const result = await work()
  console.log(`✓ ${what} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return result
}

/** The value below which the given part of all values lies, 0.5 for the median; between two values, in proportion. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other)
  const place = (sorted.length - 1) * part
  const [below = Number.NaN, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return below + (above - below) * (place - Math.floor(place))
}
