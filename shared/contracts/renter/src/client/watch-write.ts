/** Milliseconds of DEC-48: until the page says that it still works, until it asks the server what became of the call, and between further questions. */
export const writePatience = { saysSlow: 10_000, asks: 30_000, asksAgain: 5_000 } as const

/** What the server knows of a call; null when it could not be asked. */
export type KnownState = 'unknown' | 'working' | 'done' | 'refused' | null

/** How the wait for an answer ended before one came: the server had answered and the answer got lost, or the call never reached it. */
export type Verdict = 'answer-lost' | 'never-arrived'

export interface WriteWatch {
  /** Aborts the waiting call once there is a verdict. */
  readonly signal: AbortSignal
  readonly verdict: () => Verdict | null
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
 * Watches one write. Nothing is ever cut off on suspicion: only the server's own word ends the wait, and a call that it does not know must
 * be unknown twice in a row, because the first question may overtake the call itself.
 */
export function watchWrite({ onSlow, ask, isSending = () => false }: WatchOptions): WriteWatch {
  const controller = new AbortController()
  let verdict: Verdict | null = null
  let unknowns = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const slow = setTimeout(() => { onSlow?.() }, writePatience.saysSlow)

  const question = async (): Promise<void> => {
    const state = await ask?.()
    if (controller.signal.aborted || timer === undefined) return
    unknowns = state === 'unknown' && !isSending() ? unknowns + 1 : 0
    if (state === 'done' || state === 'refused') verdict = 'answer-lost'
    else if (unknowns > 1) verdict = 'never-arrived'
    if (verdict === null) timer = setTimeout(() => { void question() }, writePatience.asksAgain)
    else controller.abort()
  }
  if (ask) timer = setTimeout(() => { void question() }, writePatience.asks)

  return {
    signal: controller.signal,
    verdict: () => verdict,
    stop: () => {
      clearTimeout(slow)
      clearTimeout(timer)
      timer = undefined
    },
  }
}
