export interface Repeated<Result> {
  /** Runs once, now; a run that is on is joined. */
  readonly run: () => Promise<Result>
  readonly stop: () => void
}

/** Does work again and again, never twice at the same moment; the process may end meanwhile. What a run of the clock rejects with goes to `onFailure`. */
export function repeat<Result>(work: () => Promise<Result>, everyMs: number, onFailure: (error: unknown) => void = () => undefined): Repeated<Result> {
  let running: Promise<Result> | null = null
  const run = (): Promise<Result> => (running ??= work().finally(() => { running = null }))
  const timer = setInterval(() => { run().catch(onFailure) }, everyMs)
  timer.unref()
  return { run, stop: () => { clearInterval(timer) } }
}
