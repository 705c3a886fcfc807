import { appStarted } from '@checkin/flow/publish/shell'
import { allSettled, fork, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { $progressPercent, $progressWidth, progressCompleted, progressStarted } from './progress.model.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

describe('the loader\'s bar (SHELL-70, CONST-25)', () => {
  const started = (): Scope => {
    const scope = fork()
    void allSettled(progressStarted, { scope })
    return scope
  }

  it('grows 5 percent about every second: 15 after three seconds', async () => {
    const scope = started()
    const seen = []
    for (let second = 0; second < 4; second++) {
      seen.push(scope.getState($progressPercent))
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(seen).toEqual([0, 5, 10, 15])
  })

  it('draws the width 300 ms later', async () => {
    const scope = started()
    await vi.advanceTimersByTimeAsync(1299)
    expect(scope.getState($progressWidth)).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(scope.getState($progressWidth)).toBe(5)
  })

  it('never reaches 100 before the document is complete', async () => {
    const scope = started()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(scope.getState($progressPercent)).toBe(95)
    void allSettled(progressCompleted, { scope })
    expect(scope.getState($progressPercent)).toBe(100)
    await vi.advanceTimersByTimeAsync(300)
    expect(scope.getState($progressWidth)).toBe(100)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(scope.getState($progressPercent)).toBe(100)
  })

  it('is complete with the document', async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive')
    const scope = fork()
    await allSettled(appStarted, { scope })
    void allSettled(progressStarted, { scope })
    window.dispatchEvent(new Event('load'))
    expect(scope.getState($progressPercent)).toBe(100)
    vi.restoreAllMocks()
  })

  it('jumps to 100 when the document is complete, and starts again from nothing', async () => {
    const scope = started()
    await vi.advanceTimersByTimeAsync(1000)
    void allSettled(progressCompleted, { scope })
    await vi.advanceTimersByTimeAsync(300)
    expect(scope.getState($progressWidth)).toBe(100)
    void allSettled(progressStarted, { scope })
    expect(scope.getState($progressPercent)).toBe(0)
    expect(scope.getState($progressWidth)).toBe(0)
    void allSettled(progressCompleted, { scope })
    await vi.advanceTimersByTimeAsync(2000)
  })
})
