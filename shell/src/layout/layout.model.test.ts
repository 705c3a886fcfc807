import { appStarted } from '@checkin/flow/publish/shell'
import { allSettled, fork } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { layoutOf, type Device } from './device.ts'
import { $layout, readDeviceFx, windowResized } from './layout.model.ts'

beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const iPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'

describe('mobile or desktop (SHELL-67, CONST-22)', () => {
  it.each<[string, Partial<Device>, string]>([
    ['a window of 990 px', { width: 990 }, 'mobile'],
    ['a window of 991 px', { width: 991 }, 'desktop'],
    ['an iPad 1200 px wide, which calls itself a Mac', { width: 1200, userAgent: iPad, touchPoints: 5 }, 'mobile'],
    ['a Mac', { width: 1200, userAgent: iPad }, 'desktop'],
    ['an older iPad', { width: 1200, userAgent: 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X)' }, 'mobile'],
    ['an Android phone held sideways', { width: 1100, userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Mobile Safari/537.36' }, 'mobile'],
    ['a laptop with a touch screen', { width: 1400, touchPoints: 10 }, 'desktop'],
  ])('%s is %o', (_what, device, layout) => {
    expect(layoutOf({ width: 1400, userAgent: desktop, touchPoints: 0, ...device })).toBe(layout)
  })

  it('is looked at again 100 ms after a resize, and not before', async () => {
    let width = 1400
    const scope = fork({ handlers: [[readDeviceFx, () => ({ width, userAgent: desktop, touchPoints: 0 })]] })
    void allSettled(appStarted, { scope })
    await vi.advanceTimersByTimeAsync(0)
    expect(scope.getState($layout)).toBe('desktop')
    width = 800
    void allSettled(windowResized, { scope })
    await vi.advanceTimersByTimeAsync(99)
    expect(scope.getState($layout)).toBe('desktop')
    await vi.advanceTimersByTimeAsync(1)
    expect(scope.getState($layout)).toBe('mobile')
  })

  it('sees the last size of a window that is still being dragged', async () => {
    let width = 800
    const scope = fork({ handlers: [[readDeviceFx, () => ({ width, userAgent: desktop, touchPoints: 0 })]] })
    void allSettled(windowResized, { scope })
    await vi.advanceTimersByTimeAsync(60)
    width = 1400
    void allSettled(windowResized, { scope })
    await vi.advanceTimersByTimeAsync(100)
    expect(scope.getState($layout)).toBe('desktop')
  })
})
