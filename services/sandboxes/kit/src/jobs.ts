import type { CardStore, Job, JobWork } from './store.ts'

const minute = 60_000
const hour = 60 * minute
/** Waiting times after a callback that was not taken. */
export const retryDelays: readonly number[] = [minute, 5 * minute, 15 * minute, hour, 2 * hour, 3 * hour, 12 * hour, ...Array.from({ length: 7 }, () => 24 * hour)]

export interface JobsOptions {
  readonly store: CardStore
  readonly now: () => number
  /** Answers whether the work is done; a callback that is not is tried again later. */
  readonly perform: (work: JobWork) => Promise<boolean>
  /** Factor of the waiting times, below 1 to see repetitions within a demo. */
  readonly delayScale: number
}

/** Does what is due by the sandbox's clock; survives restarts, because what is left to do is in the store. */
export function createJobs({ store, now, perform, delayScale }: JobsOptions) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let stopped = false

  const one = async ({ id, work }: Job): Promise<void> => {
    const done = await perform(work).catch(() => false)
    if (stopped) return
    const delay = work.kind === 'callback' ? retryDelays[work.attempt] : undefined
    store.atomically(() => {
      store.dropJob(id)
      if (!done && work.kind === 'callback' && delay !== undefined) store.addJob(now() + delay * delayScale, { ...work, attempt: work.attempt + 1 })
    })
  }
  const allDue = async (): Promise<void> => {
    for (let due = store.dueJobs(now()); due.length > 0 && !stopped; due = store.dueJobs(now())) await Promise.all(due.map(one))
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
    const next = stopped ? null : store.nextJobAt()
    if (next === null) return
    timer = setTimeout(() => void flush(), Math.min(Math.max(next - now(), 0), hour))
    timer.unref()
  }
  /** What is under way is not waited for: it is still in the store and is done again after the next start. */
  const stop = (): void => {
    clearTimeout(timer)
    stopped = true
  }
  return { wake, flush, stop }
}
