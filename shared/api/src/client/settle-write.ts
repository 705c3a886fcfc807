import { writePatience, type KnownState } from './watch-write.ts'

/** Questions about a write that the server left undecided, before the page stops waiting: about a minute. */
const mostQuestions = 12

/** Seconds until the first question where the server names none. */
const usualWait = 2

/** Resolves after so long, or when the caller gives up. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => new Promise((over) => {
  const timer = setTimeout(over, milliseconds)
  signal?.addEventListener('abort', () => {
    clearTimeout(timer)
    over()
  }, { once: true })
})

export interface SettleOptions {
  readonly ask: () => Promise<KnownState>
  /** Seconds that the server wants to be left alone. */
  readonly retryAfter: number | null
  readonly signal: AbortSignal | undefined
}

/**
 * Waits until a write that broke off on the server (`OutcomeUnknown`) is no longer under way there. True when it may be made again under its
 * key, which has no second effect and tells the truth: the server can be asked and knows its end, or knows nothing of it. False when that
 * could not be learnt.
 */
export async function settleWrite({ ask, retryAfter, signal }: SettleOptions): Promise<boolean> {
  let waitMs = (retryAfter ?? usualWait) * 1000
  for (let left = mostQuestions; left > 0; left -= 1) {
    await pause(waitMs, signal)
    if (signal?.aborted) return false
    const state = await ask()
    if (state !== null && state !== 'working') return true
    waitMs = writePatience.asksAgain
  }
  return false
}
