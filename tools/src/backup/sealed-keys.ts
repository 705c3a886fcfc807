import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { filesBelow } from './copied-files.ts'
import { BackupProblem } from './settings.ts'

/** Name of the sealed keys in a backup. */
export const sealedKeysFile = 'keys.sealed'

const [saltBytes, nonceBytes, tagBytes] = [16, 12, 16]
const keyFrom = (passphrase: string, salt: Buffer): Buffer => scryptSync(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 })

/** Names of the files of an installation that hold keys: those of publishers, and the secrets that `npm start` made. */
export async function keyFiles(dataDir: string): Promise<string[]> {
  const publishers = (await filesBelow(join(dataDir, 'keys'))).map((path) => `keys/${path}`)
  const secrets = await readFile(join(dataDir, 'secrets.json')).then(() => ['secrets.json'], () => [])
  return [...publishers, ...secrets]
}

/** Puts keys into one file that opens with the passphrase only (scrypt, AES-256-GCM). */
export async function sealKeys(dataDir: string, names: readonly string[], folder: string, passphrase: string): Promise<void> {
  const content = Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await readFile(join(dataDir, name))).toString('base64')] as const)))
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)]
  const cipher = createCipheriv('aes-256-gcm', keyFrom(passphrase, salt), nonce)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()])
  await writeFile(join(folder, sealedKeysFile), Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]), { mode: 0o600 })
}

/** Files of keys by their name below the data folder, as base64. */
const Keys = z.record(z.string().regex(/^(secrets\.json|keys\/[\w.-]+)$/), z.base64())
export type Keys = z.infer<typeof Keys>

/** Opens the keys of a backup. */
export async function openKeys(folder: string, passphrase: string): Promise<Keys> {
  const bytes = await readFile(join(folder, sealedKeysFile))
  const [salt, nonce, tag] = [bytes.subarray(0, saltBytes), bytes.subarray(saltBytes, saltBytes + nonceBytes), bytes.subarray(saltBytes + nonceBytes, saltBytes + nonceBytes + tagBytes)]
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(passphrase, salt), nonce, { authTagLength: tagBytes }).setAuthTag(tag)
  const content = opened(() => Buffer.concat([decipher.update(bytes.subarray(saltBytes + nonceBytes + tagBytes)), decipher.final()]))
  return Keys.parse(JSON.parse(content.toString()))
}

/** Puts keys into a data folder. */
export async function placeKeys(dataDir: string, keys: Keys): Promise<void> {
  for (const [name, text] of Object.entries(keys)) {
    await mkdir(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 })
    await writeFile(join(dataDir, name), Buffer.from(text, 'base64'), { mode: 0o600 })
  }
}

function opened(open: () => Buffer): Buffer {
  try {
    return open()
  } catch {
    throw new BackupProblem('The keys do not open with this CHECKIN_BACKUP_PASSPHRASE')
  }
}
