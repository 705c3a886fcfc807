import { allSettled, fork } from 'effector'
import { afterEach, expect, it, vi } from 'vitest'
import { scrollToTopFx } from './history.ts'

afterEach(() => { vi.useRealTimers(); vi.restoreAllMocks() })

it('a page is scrolled to its top 10 ms after a navigation, not before (SHELL-42, CONST-26)', async () => {
  vi.useFakeTimers()
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const done = allSettled(scrollToTopFx, { scope: fork() })
  await vi.advanceTimersByTimeAsync(9)
  expect(scrolled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(scrolled).toHaveBeenCalledWith(0, 0)
  await done
})
