import { within } from '@checkin/server'

/** Work of this process that is done again and again, one go at a time. */
export interface RepeatedWork {
  /** Goes on with everything that is due now; resolves when all of it was tried. */
  readonly run: () => Promise<void>
  /** Something was just committed: looks at once. */
  readonly wake: () => void
  /** Begins nothing more, and resolves when what is under way has ended. */
  readonly stop: () => Promise<void>
}

/**
 * Does `work` every so many milliseconds and whenever it is asked for; kinds of work with the same interval are done at the same moments of the process's
 * clock, so that they look together. `work` answers whether there may be more at once. Who asks while a go is under way gets another one after it, or with
 * `joins` that one.
 */
export function repeatedWork({ everyMs, joins = false }: { readonly everyMs: number; readonly joins?: boolean }, work: (isStopped: () => boolean) => Promise<boolean>): RepeatedWork {
  let running: Promise<void> | null = null
  let [again, stopped] = [false, false]
  const goOn = async (): Promise<void> => {
    do {
      again = false
      again = await work(() => stopped) || again
    } while (again && !stopped)
  }
  const run = (): Promise<void> => {
    if (running && !joins) again = true
    // Who asked is answered without it: what is done is no part of his call's trace.
    return (running ??= within(null, goOn).finally(() => { running = null }))
  }
  let timer: NodeJS.Timeout
  const lastMultiple = (): number => Math.floor(performance.now() / everyMs) * everyMs
  const later = (at: number): void => {
    // A timer may fire a little early, and long after its time in a process that was suspended.
    timer = setTimeout(() => { later(Math.max(at, lastMultiple()) + everyMs); void run() }, at - performance.now())
  }
  later(lastMultiple() + everyMs)
  return {
    run,
    wake: () => { if (!stopped) void run() },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
