import { resolvedVersions } from '@checkin/tooling/share-keys'
import { describe, expect, test } from 'vitest'
import { variants } from '../sites.ts'
import { nativeFederation } from './native-federation.ts'
import { mountingModule, peerKeys, sharedKey } from './peer.ts'
import { piral } from './piral.ts'
import { qiankun } from './qiankun.ts'
import { singleSpa } from './single-spa.ts'

describe('The peers of the first screen', () => {
  test.each([singleSpa, nativeFederation, qiankun, piral])('are fetched in exact versions and compared: $title', ({ title, libraries }) => {
    for (const version of Object.values(libraries)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(Object.values(variants).map((variant) => variant.title)).toContain(title)
  })

  test('share all that the product shares', () => {
    expect(peerKeys).toEqual(expect.arrayContaining(Object.keys(resolvedVersions())))
  })

  test('have one effector, however a package names it', () => {
    expect(sharedKey('effector/effector.mjs')).toBe('effector')
    expect(sharedKey('effector')).toBe('effector')
  })

  test('leave what no key names to each build, and a package its own parts', () => {
    expect(sharedKey('zod')).toBeUndefined()
    expect(sharedKey('@checkin/flow/publish/driver', '@checkin/flow')).toBeUndefined()
  })

  test('mount the steps of the product’s own module', () => {
    expect(mountingModule('mfe-verification', '')).toContain('mfe-verification/src/remote.ts')
  })
})
