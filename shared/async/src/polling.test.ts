import { allSettled, createWatch, fork, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPolling, type PollingOptions } from './polling.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

function polled(options: PollingOptions) {
  const polling = createPolling(options)
  const scope: Scope = fork()
  const start = Date.now()
  const asks: number[] = []
  createWatch({ unit: polling.ask, scope, fn: () => { asks.push(Date.now() - start) } })
  const fire = (unit: 'begin' | 'end' | 'undecided') => allSettled(polling[unit], { scope })
  return { polling, scope, asks, fire, postpone: (milliseconds: number) => allSettled(polling.postponed, { scope, params: milliseconds }) }
}

describe('polling', () => {
  it.each([[true, [0, 10, 30, 50, 70], false], [false, [0, 10, 30], true]])('asks at once and after each pause; endless %s (CODE-7)', async (isEndless, expected, isExhausted) => {
    const { polling, scope, asks, fire } = polled({ pauses: [10, 20], isEndless })
    createWatch({ unit: polling.ask, scope, fn: () => { if (asks.length < 5) void fire('undecided') } })
    await fire('begin')
    await vi.advanceTimersByTimeAsync(500)
    expect([asks, scope.getState(polling.$asked), scope.getState(polling.$isExhausted)]).toEqual([expected, expected.length, isExhausted])
  })

  it('begins anew with the first pause, and the timer of before is not heard', async () => {
    const { polling, scope, asks, fire } = polled({ pauses: [10, 20], isEndless: false })
    await fire('begin')
    await fire('undecided')
    await vi.advanceTimersByTimeAsync(5)
    await fire('begin')
    await vi.advanceTimersByTimeAsync(50)
    expect([asks, scope.getState(polling.$asked)]).toEqual([[0, 5], 1])
    await fire('undecided')
    await vi.advanceTimersByTimeAsync(10)
    expect(asks).toEqual([0, 5, 65])
  })

  it('uses up no pause while somebody else is waited for', async () => {
    const { asks, fire, postpone } = polled({ pauses: [10], isEndless: false })
    await fire('begin')
    await postpone(30)
    await vi.advanceTimersByTimeAsync(30)
    await fire('undecided')
    await vi.advanceTimersByTimeAsync(10)
    expect(asks).toEqual([0, 30, 40])
  })

  it('asks nothing after its end, and nothing before its beginning', async () => {
    const { asks, fire } = polled({ pauses: [10], isEndless: true })
    await fire('undecided')
    await vi.advanceTimersByTimeAsync(50)
    await fire('begin')
    await fire('undecided')
    await fire('end')
    await fire('undecided')
    await vi.advanceTimersByTimeAsync(50)
    expect(asks).toEqual([50])
  })
})
