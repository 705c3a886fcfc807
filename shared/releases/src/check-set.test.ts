import { describe, expect, it } from 'vitest'
import { checkSet, meets } from './check-set.ts'
import type { ModuleManifest } from './manifest.ts'

const manifest = (name: string, change: Partial<ModuleManifest> = {}): ModuleManifest => ({
  name, version: '1.0.0', uniqueName: `${name.replaceAll('-', '_')}_1_0_0`, entry: 'main.js', initial: [], styles: [], words: {}, provides: {}, consumes: [],
  contracts: { shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' }, steps: [],
  files: [{ path: 'main.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }], ...change,
})
const shell = manifest('shell', { contracts: { shell: '1.2.0', flow: '1.4.1', rest: '1.0.0', ui: '2.0.0' }, provides: { react: [] }, shareVersions: { react: '19.2.3' } })

/** Ranges that the shell above meets. */
const met = { shell: '^1.1.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^2.0.0' }

describe('a set that could not run is refused before any renter sees it', () => {
  it('accepts modules whose needs are met', () => {
    expect(checkSet(shell, { 'mfe-offers': manifest('mfe-offers', { contracts: met, consumes: ['react'], shareRanges: { react: '^19.0.0' } }) })).toEqual([])
    expect(checkSet(shell, { 'mfe-offers': manifest('mfe-offers', { contracts: met, consumes: ['react'] }) }), 'a build from before ranges were written down').toEqual([])
  })

  it.each([
    ['a contract that the shell does not give', { contracts: { ...met, flow: '^2.0.0' } }, 'unmet-contract'],
    ['a newer minor than the shell has', { contracts: { ...met, shell: '^1.3.0' } }, 'unmet-contract'],
    ['a share key that the shell does not provide', { consumes: ['lodash'] }, 'missing-share-key'],
    ['a shared package of a major that the shell does not have', { consumes: ['react'], shareRanges: { react: '^18.0.0' } }, 'unmet-share'],
    ['a shared package newer than the shell has it', { consumes: ['react'], shareRanges: { react: '^19.3.0' } }, 'unmet-share'],
    ['a shared package whose range is a word of a package file', { consumes: ['react'], shareRanges: { react: 'catalog:' } }, 'unreadable-share-range'],
    ['a shared package of any version of the workspace', { consumes: ['react'], shareRanges: { react: 'workspace:*' } }, 'unreadable-share-range'],
    ['a shared package without a range', { consumes: ['react'], shareRanges: {} }, 'unreadable-share-range'],
    ['a part of a shared package that is a key of its own', { consumes: ['react/jsx-runtime'], shareRanges: { 'react/jsx-runtime': '^19.0.0' } }, 'missing-share-key'],
    ['a copy of what the shell shares', { provides: { react: ['react.js'] } }, 'second-copy'],
    ['the unique name of another', { uniqueName: 'shell_1_0_0' }, 'name-used-twice'],
    ['another module in its place', { name: 'mfe-driver' }, 'wrong-place'],
  ] as const)('refuses %s', (_what, change, code) => {
    const base = manifest('mfe-offers', { contracts: met })
    expect(checkSet(shell, { 'mfe-offers': { ...base, ...(change as Partial<ModuleManifest>) } }).map((problem) => problem.code)).toEqual([code])
  })

  it('refuses two modules that provide the same screen', () => {
    const provided = { contracts: met, steps: ['extras'] }
    expect(checkSet(shell, { 'mfe-offers': manifest('mfe-offers', provided), 'mfe-driver': manifest('mfe-driver', provided) }).map((problem) => problem.code)).toEqual(['step-brought-twice'])
  })

  it.each([
    ['^1.2.3', '1.2.3', true], ['^1.2.3', '1.9.0', true], ['^1.2.3', '1.2.2', false], ['^1.2.3', '2.0.0', false], ['~1.2.3', '1.2.9', true], ['~1.2.3', '1.3.0', false],
    ['1.2.3', '1.2.3', true], ['1.2.3', '1.2.4', false], ['^0.2.0', '0.2.5', true], ['^0.2.0', '0.3.0', false], ['^1.0.0', '', false], ['^1.0.0', '1.1.0-dev.abc', true],
  ])('%s and %s: %s', (range, version, held) => {
    expect(meets(range, version)).toBe(held)
  })
})
