import { ServiceError } from '@checkin/server'
import type { Queries } from '../storage/ledger.ts'

/** Refuses a key that is a runner's already: who publishes with it would attest with it. Throws 409 KeyKnown. */
export async function requireNoRunner(queries: Queries, keyId: string): Promise<void> {
  if (await queries.selectFrom('runner_key').select('key_id').where('key_id', '=', keyId).executeTakeFirst()) throw new ServiceError(409, 'KeyKnown', 'This key is or was a runner\'s')
}
