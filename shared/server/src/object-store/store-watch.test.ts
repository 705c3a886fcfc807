import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { FilesUnavailable } from './object-store.ts'
import { watchStore } from './store-watch.ts'

describe('whether a service reaches its object store (DEC-317)', () => {
  it.each([
    ['reachable', () => Promise.resolve(false)],
    ['away', () => Promise.reject(new FilesUnavailable('away', 'ECONNREFUSED'))],
    ['refused', () => Promise.reject(new FilesUnavailable('refused', 'AccessDenied'))],
  ] as const)('is told as %s, and as nothing else', async (state, has) => {
    const metrics = new Registry()
    const watch = watchStore({ has }, metrics, 3_600_000)
    await watch.run().catch(() => undefined)
    watch.stop()
    const shown = [...(await metrics.metrics()).matchAll(/checkin_object_store_state\{state="(\w+)"\} ([01])/g)].map(([, name, value]) => [name, Number(value)])
    expect(Object.fromEntries(shown)).toEqual({ reachable: 0, away: 0, refused: 0, [state]: 1 })
  })
})
