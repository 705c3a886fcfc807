import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cliSettings } from './settings.ts'

const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

it('a key is given as its text or by the file that holds it', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'publisher-')), 'payment.pem')
  writeFileSync(file, key)
  expect(cliSettings({ CHECKIN_PUBLISHER_KEY: key }).publisherKey).toBe(key)
  expect(cliSettings({ CHECKIN_PUBLISHER_KEY_FILE: file }).publisherKey?.trim()).toBe(key.trim())
})

it.each(['CHECKIN_PUBLISHER_KEY', 'CHECKIN_RUNNER_KEY'])('%s that is no key, a path for example, is refused in words before anything is built', (name) => {
  expect(() => cliSettings({ [name]: '/keys/payment.pem' })).toThrow(`${name}: must be an Ed25519 private key`)
})
