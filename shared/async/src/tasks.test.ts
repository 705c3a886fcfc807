import { afterEach, expect, it, vi } from 'vitest'
import { background, inTasks, pause } from './tasks.ts'

afterEach(() => { vi.unstubAllGlobals() })

it('evaluates parts in their order and lets the browser answer after each', async () => {
  const seen: string[] = []
  vi.stubGlobal('scheduler', { yield: async () => { seen.push('the browser') } })
  await inTasks(['models', 'screens'].map((part) => async () => { seen.push(part) }))
  expect(seen).toEqual(['models', 'the browser', 'screens', 'the browser'])
})

it('evaluates nothing after a part that failed, and fails as it did', async () => {
  const later = vi.fn<() => Promise<void>>()
  await expect(inTasks([() => Promise.reject(new Error('broken')), later])).rejects.toThrow('broken')
  expect(later).not.toHaveBeenCalled()
})

it('goes on in browsers that have no scheduler', async () => {
  vi.stubGlobal('scheduler', undefined)
  await Promise.all([pause(), background()])
})

it('leaves what is more urgent to the browser, where that knows it', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('scheduler', { postTask: async (_: () => void, options: unknown) => { asked.push(options) } })
  await background()
  expect(asked).toEqual([{ priority: 'background' }])
})
