import { writePatience } from './patience.ts'

/** What the server knows of a call; null when it could not be asked. */
export type KnownState = 'unknown' | 'working' | 'done' | 'refused' | null

/** How the wait for an answer ended before one came: the server had answered and the answer got lost, or the call never reached it. */
export type WriteEnd = 'answer-lost' | 'never-arrived'

export interface WriteWatch {
  /** Aborts the waiting call once its end is known. */
  readonly signal: AbortSignal
  readonly ending: () => WriteEnd | null
  readonly stop: () => void
}

export interface WatchOptions {
  /** Called once, when the write has taken long. */
  readonly onSlow?: (() => void) | undefined
  /** Asks the server; a call that it does not keep by its key is never asked about, and waits. */
  readonly ask?: (() => Promise<KnownState>) | undefined
  /** While the body still travels the server cannot know the call. */
  readonly isSending?: () => boolean
}

/**
 * Watches one write. Nothing is ever cut off on suspicion: only the server's answer ends the wait, and a call that it does not know must
 * be unknown twice in a row, because the first question may overtake the call itself.
 */
export function watchWrite({ onSlow, ask, isSending = () => false }: WatchOptions): WriteWatch {
  const controller = new AbortController()
  let ending: WriteEnd | null = null
  let unknowns = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const slow = setTimeout(() => { onSlow?.() }, writePatience.saysSlow)

  const question = async (): Promise<void> => {
    const state = await ask?.()
    if (controller.signal.aborted || timer === undefined) return
    unknowns = state === 'unknown' && !isSending() ? unknowns + 1 : 0
    if (state === 'done' || state === 'refused') ending = 'answer-lost'
    else if (unknowns > 1) ending = 'never-arrived'
    if (ending === null) timer = setTimeout(() => { void question() }, writePatience.asksAgain)
    else controller.abort()
  }
  if (ask) timer = setTimeout(() => { void question() }, writePatience.asks)

  return {
    signal: controller.signal,
    ending: () => ending,
    stop: () => {
      clearTimeout(slow)
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Questions about a write that the server left undecided, before the page stops waiting: about a minute. */
const mostQuestions = 12

/** Seconds until the first question where the server names none. */
const usualWait = 2

/** Resolves after so long, or when the caller gives up. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => new Promise((over) => {
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
 * key, which has no second effect and answers the true outcome: the server can be asked and knows its end, or knows nothing of it. False when that
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
