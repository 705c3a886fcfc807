import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicKeyOf } from '@checkin/releases/signing'
import { moduleNames } from '@checkin/remote'
import type { Database } from '@checkin/server'
import { changeAll } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { applyKeyRequest, readKey } from './publisher-keys.ts'

/** Makes the demo's own keys count, straight in the database: no operator is there yet to propose them. A replaced key stays replaced. */
export async function addDemoKeys(database: Database<Tables>, keysDir: string, graceMs: number): Promise<void> {
  for (const module of ['shell', ...moduleNames]) {
    const request = readKey(module, publicKeyOf(await keyFileOf(keysDir, module)))
    await changeAll(database, async (change) => {
      const known = await change.tx.selectFrom('publisher_key').select('key_id').where('module', '=', module).where('key_id', '=', request.keyId).executeTakeFirst()
      if (!known) await applyKeyRequest(change, request, { addedBy: 'demo', approvedBy: null, reason: 'the demo\'s own key', graceMs })
    })
  }
}

/** The private key that signs a module where keys lie in a folder, PEM; null when there is none yet. */
export const readKeyFile = (keysDir: string, module: string): Promise<string | null> => readFile(join(keysDir, `${module}.pem`), 'utf8').catch(() => null)

/** The same, made on first use; readable by its owner only. For the demo: elsewhere a team brings its own. */
export async function keyFileOf(keysDir: string, module: string): Promise<string> {
  const existing = await readKeyFile(keysDir, module)
  if (existing !== null) return existing
  const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await mkdir(keysDir, { recursive: true, mode: 0o700 })
  await writeFile(join(keysDir, `${module}.pem`), made, { mode: 0o600, flag: 'wx' })
  return made
}
