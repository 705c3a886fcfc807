import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { publicKeysIn } from '@checkin/releases/signing'
import { siteLimits, siteSettings } from './settings.ts'

const newKey = () => generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
const publicKey = newKey()

describe('the limits of the site', () => {
  it('have their standard values when nothing is set', () => {
    expect(siteLimits({})).toEqual({
      connectionsPerNetwork: 256, bodiesPerNetwork: 128, uploadsPerNetwork: 16, streamsPerNetwork: 32, apiConnections: 256, apiUploads: 64, apiStreams: 256, queueMs: 3000, connectMs: 1000, readMs: 15_000, writeMs: 120_000,
    })
  })

  it.each([['CHECKIN_BODIES_PER_NETWORK', '0'], ['CHECKIN_UPLOADS_PER_NETWORK', 'many'], ['CHECKIN_PROXY_CONNECTIONS', '1.5'], ['CHECKIN_PROXY_WRITE_MS', '0']])(
    'are named when they cannot be used: %s=%s', (variable, value) => {
      expect(() => siteLimits({ [variable]: value })).toThrow(`${variable}: must be`)
    })
})

describe('what the site calls in production (SEC-13)', () => {
  const env = {
    CHECKIN_MODE: 'production', CHECKIN_PROXY_SECRET: 'qM3vT8xK1nR5wZ7pL2dY9sB4', CHECKIN_RELEASE_SECRET: 'hG6jF2aV8cX4eU1iO7tQ3kN9', CHECKIN_REGISTRY_PUBLIC_KEY: publicKey,
    CHECKIN_API_URL: 'https://api.inside.example', CHECKIN_REGISTRY_URL: 'https://registry.inside.example',
  }

  it.each([['CHECKIN_API_URL', 'http://api:4004'], ['CHECKIN_REGISTRY_URL', 'http://10.0.0.7:4005'], ['CHECKIN_ASSET_ORIGINS', 'http://files:8080']])('is not called in clear text: %s=%s', (variable, address) => {
    expect(() => siteSettings({ ...env, [variable]: address })).toThrow(`${variable}: must be an https address in production`)
    expect(siteSettings({ ...env, [variable]: address, CHECKIN_PLAIN_HOPS: 'true' }).demo).toBe(false)
    expect(siteSettings({ ...env, [variable]: address, CHECKIN_MODE: 'demo' }).demo).toBe(true)
  })

  it('is called with TLS, or on this very machine', () => {
    expect(siteSettings(env)).toMatchObject({ api: { host: 'api.inside.example', port: 443, isTls: true }, registry: 'https://registry.inside.example' })
    expect(siteSettings({ ...env, CHECKIN_API_URL: 'http://127.0.0.1:4004', CHECKIN_REGISTRY_URL: '' })).toMatchObject({ api: { host: '127.0.0.1', port: 4004, isTls: false } })
  })
})

describe('reservations whose renters may lie together (DEC-309)', () => {
  const env = { CHECKIN_PROXY_SECRET: 'qM3vT8xK1nR5wZ7pL2dY9sB4', CHECKIN_RELEASE_SECRET: 'hG6jF2aV8cX4eU1iO7tQ3kN9', CHECKIN_REGISTRY_PUBLIC_KEY: publicKey, CHECKIN_MODE: 'demo' }

  it('are five, or as many as are said', () => {
    expect([siteSettings(env).hostileReservations, siteSettings({ ...env, CHECKIN_HOSTILE_RESERVATIONS: '0' }).hostileReservations]).toEqual([5, 0])
  })

  it.each(['-1', 'many', '1.5', '1001'])('are named when they cannot be used: %s', (number) => {
    expect(() => siteSettings({ ...env, CHECKIN_HOSTILE_RESERVATIONS: number })).toThrow('CHECKIN_HOSTILE_RESERVATIONS: must be')
  })
})

describe('further origins of published files (DEC-244)', () => {
  const env = { CHECKIN_PROXY_SECRET: 'qM3vT8xK1nR5wZ7pL2dY9sB4', CHECKIN_RELEASE_SECRET: 'hG6jF2aV8cX4eU1iO7tQ3kN9', CHECKIN_REGISTRY_PUBLIC_KEY: publicKey, CHECKIN_MODE: 'demo' }

  it('are none, or origins in their order', () => {
    expect(siteSettings(env).assetOrigins).toEqual({ origins: [], deadlineMs: 800 })
    expect(siteSettings({ ...env, CHECKIN_ASSET_ORIGINS: 'https://files.example.com, http://127.0.0.1:8080' }).assetOrigins.origins).toEqual(['https://files.example.com', 'http://127.0.0.1:8080'])
  })

  it.each(['files.example.com', 'https://files.example.com/assets', 'ftp://files.example.com', 'https://files.example.com/'])('are named when they are not: %s', (origin) => {
    expect(() => siteSettings({ ...env, CHECKIN_ASSET_ORIGINS: origin })).toThrow('CHECKIN_ASSET_ORIGINS: must be origins')
  })
})

it('browsers come by https to names below the site\'s own too, unless it is said that these are not its own (ASVS 3.4.1)', () => {
  const env = { CHECKIN_MODE: 'demo', CHECKIN_PROXY_SECRET: 'qM3vT8xK1nR5wZ7pL2dY9sB4', CHECKIN_RELEASE_SECRET: 'hG6jF2aV8cX4eU1iO7tQ3kN9', CHECKIN_REGISTRY_PUBLIC_KEY: publicKey }
  expect([siteSettings(env).hstsSubdomains, siteSettings({ ...env, CHECKIN_HSTS_SUBDOMAINS: 'false' }).hstsSubdomains]).toEqual([true, false])
})

describe('the registry\'s public key', () => {
  const env = { CHECKIN_PROXY_SECRET: 'qM3vT8xK1nR5wZ7pL2dY9sB4', CHECKIN_RELEASE_SECRET: 'hG6jF2aV8cX4eU1iO7tQ3kN9', CHECKIN_MODE: 'demo' }
  const base64 = (pem: string): string => pem.split('\n').slice(1, -2).join('')
  const read = (text: string): string => siteSettings({ ...env, CHECKIN_REGISTRY_PUBLIC_KEY: text }).registryPublicKey

  it('is PEM, or one line as files of settings keep it; two of either stand after each other while it is changed (DEC-307)', () => {
    const next = newKey()
    const registries = [publicKey, next].map((each) => publicKeysIn(read(each))[0])
    for (const text of [`${publicKey}${next}`, `${base64(publicKey)} ${base64(next)}`, `${base64(publicKey)}\n${base64(next)}\n`]) expect(publicKeysIn(read(text)).map((each) => base64(`${each}\n`)), text).toEqual(registries.map((each) => base64(`${each ?? ''}\n`)))
  })

  it.each([['a path', '/etc/checkin/registry.pub'], ['another kind of key', generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()], ['half of one', base64(publicKey).slice(0, 20)]])(
    'is refused at the start where it is %s', (_what, text) => {
      expect(() => read(text)).toThrow('CHECKIN_REGISTRY_PUBLIC_KEY: must be an Ed25519 public key')
    })
})
