import { describe, expect, it } from 'vitest'
import type { PageModule } from '@checkin/releases'
import { mendBuiltIns, mending } from './built-ins.ts'

const version = { name: 'mfe-offers', version: '1.0.16' } as PageModule

describe('built-in objects that a module changes', () => {
  it('are as they were again (DEC-242)', () => {
    const before = [Array.prototype.includes, JSON.parse, globalThis.fetch, Object.entries]
    Array.prototype.includes = () => false
    JSON.parse = () => null
    globalThis.fetch = () => Promise.reject(new Error('replaced'))
    Reflect.deleteProperty(Object, 'entries')
    mendBuiltIns()
    expect([Array.prototype.includes, JSON.parse, globalThis.fetch, Object.entries]).toEqual(before)
  })

  it('are mended also where the very methods of lists were replaced or deleted (DEC-242)', () => {
    const { push } = Array.prototype
    Array.prototype.push = () => { throw new Error('replaced') }
    Reflect.deleteProperty(Array.prototype, 'map')
    mendBuiltIns()
    expect([Array.prototype.push, [1].map((each) => each + 1)]).toEqual([push, [2]])
  })

  it('are mended when a version has been loaded, and when it failed to, before anything is rendered (DEC-242)', async () => {
    const { includes } = Array.prototype
    const remote = { name: 'mfe-offers' } as never
    const spoil = (): void => { Array.prototype.includes = () => false }
    expect(await mending(async () => { spoil(); return remote })(version)).toBe(remote)
    expect(Array.prototype.includes).toBe(includes)
    await expect(mending(async () => { spoil(); throw new Error('broken') })(version)).rejects.toThrow('broken')
    expect(Array.prototype.includes).toBe(includes)
  })
})
