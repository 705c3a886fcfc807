import { describe, expect, it } from 'vitest'
import type { PageModule } from '@checkin/releases'
import { mendBuiltIns, mending } from './built-ins.ts'

const version = { name: 'mfe-offers', version: '1.0.16' } as PageModule

describe('built-in objects that a module changes', () => {
  it('are as they were again, and are named (DEC-242)', () => {
    const { includes } = Array.prototype
    const { parse } = JSON
    Array.prototype.includes = () => false
    JSON.parse = () => null
    globalThis.fetch = () => Promise.reject(new Error('replaced'))
    expect([...mendBuiltIns()].sort()).toEqual(['fetch', 'includes', 'parse'])
    expect([Array.prototype.includes, JSON.parse]).toEqual([includes, parse])
    expect(mendBuiltIns()).toEqual([])
  })

  it('are mended also where the very methods of lists were replaced or deleted (DEC-242)', () => {
    const { push } = Array.prototype
    Array.prototype.push = () => { throw new Error('replaced') }
    Array.prototype[Symbol.iterator] = () => { throw new Error('replaced') }
    Reflect.deleteProperty(Array.prototype, 'map')
    const changed = mendBuiltIns()
    expect(changed.length).toBe(3)
    expect([Array.prototype.push, [1].map((each) => each + 1), [...[1]]]).toEqual([push, [2], [1]])
  })

  it('make the load of that version fail, so that the last good one takes over, and nothing else is touched (DEC-242)', async () => {
    const { includes } = Array.prototype
    const spoiling = mending(async () => {
      Array.prototype.includes = () => false
      return { name: 'mfe-offers', steps: [], words: {} } as never
    })
    await expect(spoiling(version)).rejects.toThrow('mfe-offers changed 1 built-ins')
    expect(Array.prototype.includes).toBe(includes)
    const remote = { name: 'mfe-offers' } as never
    await expect(mending(async () => remote)(version)).resolves.toBe(remote)
  })
})
