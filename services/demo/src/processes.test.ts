import { describe, expect, it, vi } from 'vitest'
import { stopOnceStarted } from './processes.ts'

describe('a start that ends before everything has started', () => {
  it('waits for what still starts, and ends it', async () => {
    const { promise, resolve } = Promise.withResolvers<{ readonly stop: () => Promise<void> }>()
    const stop = vi.fn(() => Promise.resolve())
    const ended = stopOnceStarted(promise)()
    resolve({ stop })
    await ended
    expect(stop).toHaveBeenCalledOnce()
  })

  it('has nothing to end of what does not start', async () => {
    await expect(stopOnceStarted(Promise.reject(new Error('no room on the disk')))()).resolves.toBeUndefined()
  })
})
