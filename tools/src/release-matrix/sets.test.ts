import { describe, expect, it } from 'vitest'
import { setsWith, type TenantRelease } from './sets.ts'

const now = { shell: '1.0.0', 'mfe-driver': '1.0.0', 'mfe-offers': '1.0.0' }
const tenant = (host: string, change: Partial<TenantRelease> = {}): TenantRelease => ({ host, modules: now, settings: {}, rollouts: [], ...change })
const candidate = { name: 'mfe-offers', version: '1.1.0' }
const versions = (tenants: readonly TenantRelease[]) => setsWith(tenants, candidate).map(({ modules, hosts }) => [modules['mfe-driver'], modules['mfe-offers'], hosts])

describe('the sets that a candidate is tested in', () => {
  it('are what tenants serve now with the candidate in it, each distinct one once', () => {
    expect(versions([tenant('a'), tenant('b'), tenant('c', { modules: { ...now, 'mfe-driver': '1.2.0' } })])).toEqual([['1.0.0', '1.1.0', ['a', 'b']], ['1.2.0', '1.1.0', ['c']]])
  })

  it('are also those with every combination of running rollouts of other modules', () => {
    const rollouts = [{ modules: { 'mfe-driver': '2.0.0' } }, { modules: { shell: '1.1.0' } }, { modules: { 'mfe-offers': '1.0.9' } }]
    expect(setsWith([tenant('a', { rollouts })], candidate).map(({ modules }) => modules)).toEqual([
      { ...now, 'mfe-offers': '1.1.0' },
      { ...now, 'mfe-offers': '1.1.0', 'mfe-driver': '2.0.0' },
      { ...now, 'mfe-offers': '1.1.0', shell: '1.1.0' },
      { ...now, 'mfe-offers': '1.1.0', 'mfe-driver': '2.0.0', shell: '1.1.0' },
    ])
  })

  it('differ where something else is set of a module, and not by the order in which it is said', () => {
    const driver = { 'mfe-driver': { usualAge: 40 } }
    expect(setsWith([tenant('a', { settings: driver }), tenant('b'), tenant('c', { modules: { 'mfe-offers': '1.0.0', 'mfe-driver': '1.0.0', shell: '1.0.0' } })], candidate).map(({ settings, hosts }) => [settings, hosts])).toEqual([[driver, ['a']], [{}, ['b', 'c']]])
  })

  it('are none for a tenant that has no such module', () => {
    expect(versions([tenant('a', { modules: { shell: '1.0.0' } })])).toEqual([])
  })
})
