import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { writePatience } from './patience.ts'
import { watchWrite, type KnownState } from './watch-write.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

/** Answers of the server, one question after the other; the last one again and again. */
const asking = (...states: readonly KnownState[]) => {
  let at = 0
  return vi.fn(async (): Promise<KnownState> => states[Math.min(at++, states.length - 1)] ?? null)
}

describe('waiting for a write (DEC-48, SHELL-59)', () => {
  it('says after 10 s, and once, that it still works', async () => {
    const onSlow = vi.fn()
    const watch = watchWrite({ onSlow, ask: asking('working') })
    await vi.advanceTimersByTimeAsync(writePatience.saysSlow - 1)
    expect(onSlow).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(onSlow).toHaveBeenCalledTimes(1)
    watch.stop()
  })

  it('asks first after 30 s, and goes on waiting as long as the server works on it or cannot be asked', async () => {
    const ask = asking('working', null, 'working')
    const watch = watchWrite({ ask })
    await vi.advanceTimersByTimeAsync(writePatience.asks - 1)
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ask.mock.calls.length).toBeGreaterThan(100)
    expect([watch.signal.aborted, watch.ending()]).toEqual([false, null])
    watch.stop()
  })

  it.each(['done', 'refused'] as const)('ends when the server says that it is %s: the answer got lost', async (state) => {
    const watch = watchWrite({ ask: asking('working', state) })
    await vi.advanceTimersByTimeAsync(writePatience.asks + writePatience.asksAgain)
    expect([watch.signal.aborted, watch.ending()]).toEqual([true, 'answer-lost'])
    watch.stop()
  })

  it('takes one "unknown" for a question that overtook the call, and two for a call that never came', async () => {
    const once = watchWrite({ ask: asking('unknown', 'working') })
    const twice = watchWrite({ ask: asking('unknown', 'unknown') })
    await vi.advanceTimersByTimeAsync(writePatience.asks + 10 * writePatience.asksAgain)
    expect([once.ending(), twice.ending()]).toEqual([null, 'never-arrived'])
    once.stop()
  })

  it('takes no "unknown" for anything while the body still travels: six photos on a slow line are not given up', async () => {
    const watch = watchWrite({ ask: asking('unknown'), isSending: () => true })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(watch.signal.aborted).toBe(false)
    watch.stop()
  })

  it('asks nothing about a call that has ended, nor about one that the server does not keep', async () => {
    const ask = asking('done')
    watchWrite({ ask }).stop()
    const unasked = watchWrite({})
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ask).not.toHaveBeenCalled()
    expect(unasked.signal.aborted).toBe(false)
    unasked.stop()
  })
})
