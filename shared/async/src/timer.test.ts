import { allSettled, fork } from 'effector'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTimer } from './timer.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

it('elapses once after its time, and a settled scope does not wait for it (CODE-7)', async () => {
  const [timer, scope, elapsed] = [createTimer(), fork(), vi.fn()]
  timer.elapsed.watch(elapsed)
  await allSettled(timer.start, { scope, params: 100 })
  expect([scope.getState(timer.$isRunning), elapsed.mock.calls.length]).toEqual([true, 0])
  vi.advanceTimersByTime(1000)
  expect([scope.getState(timer.$isRunning), elapsed.mock.calls.length]).toEqual([false, 1])
})

it('starts anew when it is started again, and never elapses once it was stopped', async () => {
  const [timer, scope, elapsed] = [createTimer(), fork(), vi.fn()]
  timer.elapsed.watch(elapsed)
  await allSettled(timer.start, { scope, params: 100 })
  vi.advanceTimersByTime(60)
  await allSettled(timer.start, { scope, params: 100 })
  vi.advanceTimersByTime(60)
  expect(elapsed).not.toHaveBeenCalled()
  void allSettled(timer.start, { scope, params: 10 })
  await allSettled(timer.stop, { scope })
  vi.advanceTimersByTime(1000)
  expect([elapsed.mock.calls.length, scope.getState(timer.$isRunning)]).toEqual([0, false])
})

it('runs beside others, each stopped and started by itself, and in each page by itself', async () => {
  const timers = [createTimer(), createTimer()] as const
  const scopes = [fork(), fork()] as const
  const elapsed = timers.map((timer) => { const seen = vi.fn(); timer.elapsed.watch(seen); return seen })
  for (const scope of scopes) for (const timer of timers) await allSettled(timer.start, { scope, params: 100 })
  await allSettled(timers[0].stop, { scope: scopes[0] })
  vi.advanceTimersByTime(1000)
  expect(elapsed.map(({ mock }) => mock.calls.length)).toEqual([1, 2])
})
