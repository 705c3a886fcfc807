import type { ModuleManifest, ReleaseSet } from '@checkin/releases'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './csp.ts'
import { paymentScripts } from './payment-scripts.ts'

const manifest = (name: string): ModuleManifest => ({
  name, version: '1.0.0', uniqueName: `${name.replace(/\W/g, '_')}_1_0_0`, entry: 'remoteEntry.js', initial: [], styles: [], words: {}, provides: {}, consumes: [], contracts: {}, steps: [],
  files: ['remoteEntry.js', 'remote.js', 'look.css'].map((path) => ({ path, integrity: `sha384-${name}-${path}`, bytes: 1 })),
})
const set: ReleaseSet = {
  id: 1, createdAt: '2026-11-21T04:00:00Z', shell: manifest('shell'),
  modules: Object.fromEntries(['mfe-verification', 'mfe-driver', 'mfe-offers', 'mfe-payment', 'mfe-precheckout'].map((name) => [name, manifest(name)])),
}
const provider = 'https://pay.example'

describe('the inventory of scripts on payment pages', () => {
  const scripts = paymentScripts(set, [provider])

  it('names the shell, the two paying modules and the provider, and nobody else', () => {
    expect([...new Set(scripts.map(({ owner }) => owner))]).toEqual(['shell', 'mfe-payment', 'mfe-precheckout', 'card provider'])
  })

  it('has the hash and a reason of every script of ours, and no file that is none', () => {
    for (const { owner, integrity, why, url } of scripts) {
      expect(why).not.toBe('')
      expect(url).not.toMatch(/\.css$/)
      expect(integrity === null).toBe(owner === 'card provider')
    }
  })

  it('lets in what the policy of these pages lets in', () => {
    const policy = contentSecurityPolicy({ kind: 'payment', trustedTypes: [], scriptHashes: [], providerOrigins: [provider] })
    const allowed = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ')
    expect(allowed).toEqual(["'self'", ...scripts.filter(({ integrity }) => integrity === null).map(({ url }) => url)])
  })
})
