import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { weaknessOf } from './secret-strength.ts'
import { accountSecretSetting, readSettings, secretSetting, tokenSetting } from './settings.ts'

const good = randomBytes(32).toString('base64url')

describe('production', () => {
  it.each([
    ['demo-admin', 'demo value'], ['demo-operator-with-a-long-name', 'demo value'], ['change-me-change-me-change-me', 'placeholder'],
    ['Xk29-vw0q', 'at least 24 characters'], ['a'.repeat(40), 'repeats itself'], ['hunter2hunter2hunter2hunter2', 'repeats itself'],
    ['abcdefghijklmnopqrstuvwxyz', 'sequence'], ['zyxwvutsrqponmlkjihgfedcba98', 'sequence'], ['aabbababaabbbbaaabababbabaab', 'too few different'],
  ])('does not take %s as a secret', (value, reason) => {
    expect(weaknessOf(value, 24)).toContain(reason)
  })

  it('takes what a generator makes', () => {
    for (const encoding of ['base64url', 'base64', 'hex'] as const) expect(weaknessOf(randomBytes(32).toString(encoding), 24)).toBeNull()
  })

  const schema = z.object({ CHECKIN_KEY: secretSetting().optional(), CHECKIN_TOKEN: tokenSetting().optional(), CHECKIN_ACCOUNT: accountSecretSetting().optional() })
  const production = (env: Readonly<Record<string, string>>) => () => readSettings(schema, { CHECKIN_MODE: 'production', ...env })

  it('names every weak secret by its variable and repeats none', () => {
    const read = production({ CHECKIN_KEY: 'hunter2-hunter2-hunter2-', CHECKIN_TOKEN: 'demo-admin' })
    expect(read).toThrow(/CHECKIN_KEY: repeats itself[^]*CHECKIN_TOKEN: begins like a demo value/)
    expect(read).not.toThrow(/hunter2/)
  })

  it('leaves the length of a password to the provider that gave it', () => {
    expect(production({ CHECKIN_ACCOUNT: good.slice(0, 16) })()).toEqual({ CHECKIN_ACCOUNT: good.slice(0, 16) })
    expect(production({ CHECKIN_KEY: good.slice(0, 16) })).toThrow('at least 24 characters in production')
  })

  it('is strict where the demo is not', () => {
    const env = { CHECKIN_KEY: 'hunter2-hunter2-', CHECKIN_TOKEN: 'demo-admin' }
    expect(readSettings(schema, { CHECKIN_MODE: 'demo', ...env })).toEqual(env)
    expect(readSettings(schema, env)).toEqual(env)
  })
})
