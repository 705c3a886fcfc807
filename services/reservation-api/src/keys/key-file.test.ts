import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SettingsError } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKey } from '../database/seal.ts'
import { fileKeyService, keyFileProblem, withNewKey, writeKeyFile, type KeyFile } from './key-file.ts'
import { keySettings } from './key-settings.ts'

let folder = ''
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'key-file-')) })
afterAll(() => { rmSync(folder, { recursive: true }) })

const secret = 'document-secret-of-tests'
const at = (name: string): string => join(folder, name)
const aKey = (id: string, key = newKey()): KeyFile['keys'][number] => ({ id, key: key.toString('base64'), madeAt: '2026-11-24T00:00:00.000Z' })
const written = (name: string, keys: KeyFile): string => {
  writeKeyFile(at(name), keys)
  return at(name)
}

describe('the file of keys (DEC-214)', () => {
  it('is written for its owner alone, and has several keys of which one is current', () => {
    const { made, ...first } = withNewKey(at('new'))
    const file = written('new', first)
    const { made: second, ...both } = withNewKey(file)
    writeKeyFile(file, both)
    expect([statSync(file).mode & 0o777, both.current, both.keys.map(({ id }) => id)]).toEqual([0o600, made, [made, second]])
    expect(keyFileProblem(file, true)).toBeNull()
  })

  const good = aKey('k1')
  it.each<[string, KeyFile | string, RegExp, boolean?]>([
    ['without its current key', { current: 'k2', keys: [good] }, /names k2 as its current key/],
    ['with two keys of one id', { current: 'k1', keys: [good, aKey('k1')] }, /two keys of one id/],
    ['with a short key', { current: 'k1', keys: [aKey('k1', Buffer.alloc(16, 1))] }, /not of 32 bytes/],
    ['with a key that somebody could guess, in production', { current: 'k1', keys: [aKey('k1', Buffer.alloc(32, 7))] }, /could guess/, true],
    ['that is none', 'not json', /is no file of keys/],
    ['that is not there', '', /cannot be read \(ENOENT\)/],
  ])('%s is refused', (name, content, problem, isProduction = false) => {
    const file = at(name)
    if (typeof content === 'object') writeKeyFile(file, content)
    else if (content !== '') writeFileSync(file, content, { mode: 0o600 })
    expect(keyFileProblem(file, isProduction)).toMatch(problem)
    const env = { CHECKIN_DOCUMENT_KEY: 'Zq8v-T2mX-91pL-aW4c-77Rd', CHECKIN_KEY_FILE: file, CHECKIN_MODE: isProduction ? 'production' : 'demo' }
    expect(() => keySettings(env)).toThrow(SettingsError)
    expect(() => keySettings(env)).toThrow(/CHECKIN_KEY_FILE/)
  })

  it.each([[0o644, 'others may read it'], [0o602, 'others may write it'], [0o620, 'its group may write it']])('is refused in production with mode %o: %s', (mode) => {
    const file = written(`mode-${mode}`, { current: 'k1', keys: [good] })
    chmodSync(file, mode)
    expect([keyFileProblem(file, true), keyFileProblem(file, false)]).toEqual(['can be read or changed by others: chmod 600', null])
  })

  it('takes over from the key of the environment, which goes on opening what it wrapped, and a new key is found without a restart', async () => {
    const key = newKey()
    const before = await fileKeyService({ file: null, secret }).wrap('of a tenant', key)
    expect(before.wrappedWith).toMatch(/^env-/)
    const file = written('takes-over', { current: 'k1', keys: [good] })
    const service = fileKeyService({ file, secret })
    expect(await service.unwrap('of a tenant', before)).toEqual(key)
    expect((await service.wrap('of a tenant', key)).wrappedWith).toBe('k1')
    const next = { current: 'k2', keys: [good, aKey('k2')] }
    const elsewhere = await fileKeyService({ file: written('elsewhere', next), secret }).wrap('of a tenant', key)
    await expect(service.unwrap('of a tenant', elsewhere)).rejects.toMatchObject({ name: 'KeysUnavailable', message: expect.stringContaining('the key k2 is not here') })
    writeKeyFile(file, next)
    await expect.poll(() => service.unwrap('of a tenant', elsewhere).catch(() => null)).toEqual(key)
  })

  it('wraps for one owner: for another, or with another key of the same id, it stays shut', async () => {
    const service = fileKeyService({ file: written('owner', { current: 'k1', keys: [good] }), secret })
    const wrapped = await service.wrap('of a tenant', newKey())
    await expect(service.unwrap('of another', wrapped)).rejects.toMatchObject({ name: 'KeysUnavailable' })
    const another = fileKeyService({ file: written('another', { current: 'k1', keys: [aKey('k1')] }), secret })
    await expect(another.unwrap('of a tenant', wrapped)).rejects.toMatchObject({ name: 'KeysUnavailable', message: 'the key k1 did not wrap this' })
    expect(readFileSync(at('owner'), 'utf8')).toContain('"current": "k1"')
  })
})
