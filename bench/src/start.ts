import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { round } from './api/readings.ts'
import { base, startProgram } from './program.ts'
import { keep, percentile, progress } from './report.ts'

/** Seconds that the machine's processors worked since it began, whatever for. */
const processorSeconds = (): number => cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000

/** A moment, with what the processors had done until then; both in seconds. */
interface Moment {
  readonly at: number
  readonly processor: number
}

const now = (): Moment => ({ at: performance.now() / 1000, processor: processorSeconds() })

/** What lies between two moments: seconds by the clock, seconds of processors, and which part of what all of them could have done. */
const between = (from: Moment, to: Moment) => {
  const seconds = to.at - from.at
  const processor = to.processor - from.processor
  return { seconds: round(seconds), processor: round(processor), busy: Math.round(100 * processor / (seconds * cpus().length)) }
}

/** One start until the table of addresses stands there, with each of its stages; stages that run beside each other share their processors. */
async function oneStart(folder: string) {
  const begun = new Map<string, Moment>()
  const stages: Record<string, ReturnType<typeof between>> = {}
  const first = now()
  let rest = ''
  const stop = await startProgram('services/demo/src/main.ts', { CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder }, /Ready\./, (part) => {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, mark, what = ''] = /^([…✓]) (.+?)(?: \([\d.]+ s\))?$/.exec(line) ?? []
      const from = begun.get(what)
      if (mark === '…') begun.set(what, now())
      else if (mark === '✓' && from) stages[what] = between(from, now())
    }
  })
  const whole = between(first, now())
  await stop()
  return { ...whole, load: round(loadavg()[0] ?? 0), stages }
}

/**
 * `npm run bench -- start [runs]`: how long `npm start` takes on an empty data folder and on one that it knows, stage by stage, and how much of the processors each takes:
 * what keeps all of them busy gets no faster by being done beside something else.
 */
export async function startBench(args: readonly string[]): Promise<void> {
  const [runs = 5] = args.map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  try {
    const empty = await progress('with empty data', () => oneStart(folder))
    const warm: (typeof empty)[] = []
    for (let run = 1; run <= runs; run += 1) warm.push(await progress(`again, ${run}`, () => oneStart(folder)))
    const names = Object.keys(warm[0]?.stages ?? {})
    const median = (read: (start: typeof empty) => number): number => round(percentile(warm.map(read), 0.5))
    const table = [
      { what: 'with empty data', seconds: empty.seconds, processor: empty.processor, 'busy, %': empty.busy },
      { what: 'again', seconds: median(({ seconds }) => seconds), processor: median(({ processor }) => processor), 'busy, %': median(({ busy }) => busy) },
      ...names.map((name) => ({
        what: `again: ${name}`, seconds: median(({ stages }) => stages[name]?.seconds ?? Number.NaN), processor: median(({ stages }) => stages[name]?.processor ?? Number.NaN), 'busy, %': median(({ stages }) => stages[name]?.busy ?? Number.NaN),
      })),
    ]
    console.table(table)
    await keep('start', { runs, table, empty, warm })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
