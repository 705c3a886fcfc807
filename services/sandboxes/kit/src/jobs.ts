import type { Job, SandboxStore } from './store.ts'

const hour = 3_600_000

export interface JobsOptions<Work> {
  readonly store: Pick<SandboxStore<Work, object>, 'jobs' | 'atomically'>
  readonly now: () => number
  /** Answers whether the work is done; what is not, or throws, is tried again later. */
  readonly perform: (work: Work) => Promise<boolean>
  /** Milliseconds between one attempt and the next; after the last one the work is given up. */
  readonly retryDelays: readonly number[]
  /** Factor of the delays, below 1 to see repetitions within a demo. */
  readonly delayScale: number
}

export type Jobs<Work> = ReturnType<typeof createJobs<Work>>

/** Does what is due by the sandbox's clock; survives restarts, because what is left to do is in the store. */
export function createJobs<Work>({ store, now, perform, retryDelays, delayScale }: JobsOptions<Work>) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let stopped = false

  const one = async ({ id, work, attempt }: Job<Work>): Promise<void> => {
    const done = await perform(work).catch(() => false)
    if (stopped) return
    const delay = retryDelays[attempt]
    store.atomically(() => {
      store.jobs.drop(id)
      if (!done && delay !== undefined) store.jobs.add(now() + delay * delayScale, work, attempt + 1)
    })
  }
  const allDue = async (): Promise<void> => {
    while (!stopped) {
      const due = store.jobs.due(now())
      if (due.length === 0) return
      await Promise.all(due.map(one))
    }
  }
  /** Resolves when nothing is due any more. */
  const flush = async (): Promise<void> => {
    while (running) await running
    running = allDue().finally(() => { running = null })
    await running
    wake()
  }
  const wake = (): void => {
    clearTimeout(timer)
    const next = stopped ? null : store.jobs.nextAt()
    if (next === null) return
    timer = setTimeout(() => void flush(), Math.min(Math.max(next - now(), 0), hour))
    timer.unref()
  }
  /** Within a transaction of the store, the work is due only if that is committed. */
  const add = (dueAt: number, work: Work): void => {
    store.jobs.add(dueAt, work)
    wake()
  }
  /** What is under way is not waited for: it is still in the store and is done again after the next start. */
  const stop = (): void => {
    clearTimeout(timer)
    stopped = true
  }
  wake()
  return { add, flush, stop }
}
