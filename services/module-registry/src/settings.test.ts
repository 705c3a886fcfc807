import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { registrySettings } from './settings.ts'
import { newKey } from './test/test-registry.ts'

const base = { DATABASE_URL: 'postgres://localhost/x', CHECKIN_REGISTRY_KEY: newKey() }

it('takes the signing key as PEM or as one line of base64', () => {
  const line = base.CHECKIN_REGISTRY_KEY.split('\n').slice(1, -2).join('')
  expect(registrySettings(base)).toMatchObject({ port: 4005, demo: true })
  expect(registrySettings({ ...base, CHECKIN_REGISTRY_KEY: line }).signingKey).toContain(line)
})

it('lets a replaced key count for a day by default', () => {
  expect(registrySettings(base).keyGraceMs).toBe(24 * 3_600_000)
  expect(registrySettings({ ...base, CHECKIN_KEY_GRACE_HOURS: '0.5' }).keyGraceMs).toBe(1_800_000)
})

it.each([
  ['CHECKIN_REGISTRY_KEY', 'nonsense'],
  ['CHECKIN_REGISTRY_KEY', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['CHECKIN_REGISTRY_FOLLOW_STEPS', '50:10,5:10'],
  ['CHECKIN_REGISTRY_FOLLOW_STEPS', 'soon'],
  ['CHECKIN_REGISTRY_WIDE_TENANTS', '1'],
  ['CHECKIN_REGISTRY_WEBHOOK_SECRET', 'a secret of no form at all'],
  ['DATABASE_URL', ''],
  ['CHECKIN_KEY_GRACE_HOURS', '-1'],
  ['CHECKIN_TOKEN_MOST_DAYS', '0'],
  ['CHECKIN_TOKEN_DAYS', '400'],
])('names %s when it cannot be used', (variable, value) => {
  expect(() => registrySettings({ ...base, [variable]: value })).toThrow(`${variable}: `)
})

it('reads how followers get a new version', () => {
  expect(registrySettings(base).followPlan.steps.at(-1)).toEqual({ percent: 100, dwellMinutes: 0 })
  expect(registrySettings({ ...base, CHECKIN_REGISTRY_FOLLOW_STEPS: '10:5,100:0' }).followPlan.steps).toEqual([{ percent: 10, dwellMinutes: 5 }, { percent: 100, dwellMinutes: 0 }])
})

it('reads who is told what happens to releases, and wants address and secret together', () => {
  const receiver = { CHECKIN_REGISTRY_WEBHOOK_URL: 'https://desk.example.com/rollouts', CHECKIN_REGISTRY_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}` }
  expect(registrySettings(base).webhook).toBeNull()
  expect(registrySettings({ ...base, ...receiver }).webhook).toEqual({ url: receiver.CHECKIN_REGISTRY_WEBHOOK_URL, secret: receiver.CHECKIN_REGISTRY_WEBHOOK_SECRET })
  for (const variable of Object.keys(receiver)) expect(() => registrySettings({ ...base, ...receiver, [variable]: undefined })).toThrow(`${variable}: `)
})

it('reads whose bundles are taken over; any, where none is named', () => {
  expect(registrySettings(base).bundleSources).toBeNull()
  expect(registrySettings({ ...base, CHECKIN_REGISTRY_SOURCES: 'one, another' }).bundleSources).toEqual(['one', 'another'])
})
