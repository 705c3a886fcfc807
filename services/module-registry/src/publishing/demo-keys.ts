import { publicKeyOf } from '@checkin/releases/signing'
import { moduleNames } from '@checkin/remote'
import type { Database } from '@checkin/server'
import { changeAll } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { keyFileOf } from './key-files.ts'
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
