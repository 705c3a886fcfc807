import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { databaseSetting, flagSetting, modeSetting, portSetting, readSettings, secretSetting, SettingsError } from './settings.ts'

const schema = z.object({ CHECKIN_PORT: portSetting(4000), CHECKIN_MODE: modeSetting(), CHECKIN_KEY: secretSetting(), CHECKIN_ON: flagSetting(false) })
const key = 'a-key-that-is-long-enough'

describe('settings from the environment', () => {
  it('have their standard values when nothing is set', () => {
    expect(readSettings(schema, { CHECKIN_KEY: key })).toEqual({ CHECKIN_PORT: 4000, CHECKIN_MODE: 'demo', CHECKIN_KEY: key, CHECKIN_ON: false })
  })

  it('name a certificate for the database with its key, or neither (decision 0271)', () => {
    const read = (search: string) => databaseSetting().safeParse(`postgres://checkin@db.internal/checkin${search}`).success
    expect(['', '?sslmode=verify-full', '?sslcert=/a.crt&sslkey=/a.key', '?sslcert=/a.crt', '?sslmode=verify-full&sslkey=/a.key'].map(read)).toEqual([true, true, true, false, false])
  })

  it('count an empty variable as unset', () => {
    expect(readSettings(schema, { CHECKIN_KEY: key, CHECKIN_PORT: '', CHECKIN_ON: 'yes' })).toMatchObject({ CHECKIN_PORT: 4000, CHECKIN_ON: true })
  })

  it.each([
    ['CHECKIN_PORT', 'eighty', 'must be a port number'],
    ['CHECKIN_PORT', '70000', 'must be a port number'],
    ['CHECKIN_MODE', 'staging', 'must be demo or production'],
    ['CHECKIN_KEY', 'short', 'must have at least 16 characters'],
    ['CHECKIN_KEY', undefined, 'is not set'],
    ['CHECKIN_ON', 'perhaps', 'must be true or false'],
  ])('name the variable when %s is %s', (variable, value, problem) => {
    expect(() => readSettings(schema, { CHECKIN_KEY: key, [variable]: value })).toThrow(`${variable}: ${problem}`)
  })

  it('are read from a file that a manager of secrets mounts, by the same rules (ASVS 13.3.1)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'checkin-secrets-'))
    const file = join(folder, 'key')
    const read = (env: Readonly<Record<string, string>> = {}) => readSettings(schema, { CHECKIN_KEY_FILE: file, ...env })
    await writeFile(file, `${key}\n`)
    expect(read()).toMatchObject({ CHECKIN_KEY: key })
    expect(() => read({ CHECKIN_KEY: key })).toThrow('CHECKIN_KEY: is set itself and by CHECKIN_KEY_FILE')
    await writeFile(file, 'short')
    expect(read).toThrow('CHECKIN_KEY: must have at least 16 characters')
    await writeFile(file, 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')
    expect(() => read({ CHECKIN_MODE: 'production' })).toThrow('CHECKIN_KEY')
    await writeFile(file, '\n')
    expect(read).toThrow('CHECKIN_KEY: is not set')
    await rm(folder, { recursive: true })
    expect(read).toThrow('CHECKIN_KEY: cannot be read from the file that CHECKIN_KEY_FILE names')
  })

  it('name every variable at once and repeat no value, which may be a secret', () => {
    const read = () => readSettings(schema, { CHECKIN_KEY: 'hunter2', CHECKIN_PORT: 'x' })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(/CHECKIN_PORT[^]*CHECKIN_KEY/)
    expect(read).not.toThrow(/hunter2/)
  })
})
