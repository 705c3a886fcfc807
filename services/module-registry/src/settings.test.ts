import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { registrySettings } from './settings.ts'
import { newKey } from './test/test-registry.ts'

const base = { DATABASE_URL: 'postgres://localhost/x', CHECKIN_REGISTRY_KEY: newKey() }

it('takes the signing key as PEM or as one line of base64', () => {
  const line = base.CHECKIN_REGISTRY_KEY.split('\n').slice(1, -2).join('')
  expect(registrySettings(base)).toMatchObject({ port: 4005, demo: true })
  expect(registrySettings({ ...base, CHECKIN_REGISTRY_KEY: line }).signingKey).toContain(line)
})

it('makes browsers come by https to names below its own, unless it is said that these are not its own (ASVS 3.4.1)', () => {
  expect([registrySettings(base).hstsSubdomains, registrySettings({ ...base, CHECKIN_HSTS_SUBDOMAINS: 'false' }).hstsSubdomains]).toEqual([true, false])
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
  ['CHECKIN_CONSOLE_SECOND_FACTOR', 'sometimes'],
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

it('reads how mails on rollout events leave: in the demo to its mailbox, else where address, server and console are named (DEC-354)', () => {
  expect(registrySettings({ ...base, CHECKIN_PORT: '5000' }).mail).toMatchObject({ smtp: { host: '127.0.0.1', port: 5025 }, from: 'releases@checkin.example', console: 'http://ops.localhost:5001' })
  const named = { ...base, CHECKIN_MODE: 'production', CHECKIN_CONSOLE_ORIGIN: 'https://ops.example.com', CHECKIN_REGISTRY_MAIL_FROM: 'releases@example.com', CHECKIN_SMTP_HOST: 'smtp.example', CHECKIN_SMTP_PORT: '587' }
  expect(registrySettings(named).mail).toMatchObject({ smtp: { host: 'smtp.example', port: 587, requireTls: true }, from: 'releases@example.com', console: 'https://ops.example.com' })
  expect([registrySettings(named).mail?.rules, registrySettings({ ...named, CHECKIN_OUTBOUND_HOSTS: 'smtp.example' }).mail?.rules]).toMatchObject([null, { entries: [{ host: 'smtp.example' }] }])
  // The server alone is what an installation has for renters' mail.
  expect(registrySettings({ ...named, CHECKIN_REGISTRY_MAIL_FROM: undefined }).mail).toBeNull()
  expect(() => registrySettings({ ...named, CHECKIN_SMTP_HOST: undefined })).toThrow('CHECKIN_SMTP_HOST: ')
  expect(() => registrySettings({ ...named, CHECKIN_CONSOLE_ORIGIN: undefined, CHECKIN_CONSOLE_SECOND_FACTOR: 'off' })).toThrow('CHECKIN_CONSOLE_ORIGIN: ')
  expect(() => registrySettings({ ...named, CHECKIN_REGISTRY_MAIL_FROM: 'somebody' })).toThrow('CHECKIN_REGISTRY_MAIL_FROM: ')
})

it('reads whose bundles are taken over; any, where none is named', () => {
  expect(registrySettings(base).bundleSources).toBeNull()
  expect(registrySettings({ ...base, CHECKIN_REGISTRY_SOURCES: 'one, another' }).bundleSources).toEqual(['one', 'another'])
})

describe('the second factor of the console (DEC-300)', () => {
  const production = { ...base, CHECKIN_MODE: 'production' }
  const own = { CHECKIN_CONSOLE_ORIGIN: 'https://ops.example.com' }

  it('is optional in the demo, at the console of its port, and required in production', () => {
    expect(registrySettings({ ...base, CHECKIN_PORT: '5000' }).secondFactor).toEqual({ mode: 'optional', origin: 'http://ops.localhost:5001' })
    expect(registrySettings({ ...production, ...own }).secondFactor).toEqual({ mode: 'required', origin: 'https://ops.example.com' })
    expect(registrySettings({ ...production, ...own, CHECKIN_CONSOLE_SECOND_FACTOR: 'optional' }).secondFactor.mode).toBe('optional')
  })

  it('takes no address for granted in production, unless it is said to be off', () => {
    for (const CHECKIN_CONSOLE_SECOND_FACTOR of [undefined, 'required', 'optional']) expect(() => registrySettings({ ...production, CHECKIN_CONSOLE_SECOND_FACTOR })).toThrow('CHECKIN_CONSOLE_ORIGIN: is not set')
    expect(registrySettings({ ...production, CHECKIN_CONSOLE_SECOND_FACTOR: 'off' }).secondFactor.mode).toBe('off')
  })

  it.each(['http://ops.example.com', 'https://ops.localhost', 'https://localhost:4001', 'https://192.0.2.7', 'https://[2001:db8::1]', 'https://ops.example.com/', 'https://ops.example.com/access', 'ops.example.com', 'https://*.example.com'])('does not take %s for the address of a console in production', (origin) => {
    expect(() => registrySettings({ ...production, CHECKIN_CONSOLE_ORIGIN: origin })).toThrow('CHECKIN_CONSOLE_ORIGIN: ')
  })
})
