import type { Database } from '@checkin/server'
import { moduleNames } from '@checkin/remote'
import { publicKeyOf } from '@checkin/releases/signing'
import { withLedger } from '../../storage/ledger.ts'
import type { Tables } from '../../storage/tables.ts'
import { keyFileOf } from './key-file.ts'
import { applyKeyWish, readKey } from './publisher-keys.ts'

/** Makes the demo's own keys count, straight in the database: no operator is there yet to propose them. A key that was replaced since stays so. */
export async function addDemoKeys(database: Database<Tables>, keysDir: string, graceMs: number): Promise<void> {
  for (const module of ['shell', ...moduleNames]) {
    const wish = readKey(module, publicKeyOf(await keyFileOf(keysDir, module)))
    await withLedger(database, async (change) => {
      const known = await change.tx.selectFrom('publisher_key').select('key_id').where('module', '=', module).where('key_id', '=', wish.keyId).executeTakeFirst()
      if (!known) await applyKeyWish(change, wish, { addedBy: 'demo', approvedBy: null, reason: 'the demo\'s own key', graceMs })
    })
  }
}
