import { createHmac, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { postToShop, shopPath, type Owned } from '@checkin/sandbox-kit'

/** An event that waits for the shop. */
export interface Webhook extends Owned {
  readonly url: string
  readonly body: string
}

const minute = 60_000
/** Milliseconds after an event that the shop did not take; afterwards it is given up. */
export const retryDelays: readonly number[] = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 6 * 60 * minute, 24 * 60 * minute]

/** Signature of an event: HMAC-SHA256 over version, id of the transmission, its time, the shop's address from `/provider/v1/` on and the body, each on a line; hexadecimal. */
const webhookSignature = (parts: { readonly id: string; readonly time: string; readonly url: string; readonly body: string }, secret: string): string =>
  createHmac('sha256', secret).update(['v2', parts.id, parts.time, shopPath(parts.url), parts.body].join('\n')).digest('hex')

/** Posts one signed event; taken means an answer of 200 to 299. */
export async function deliver(url: string, body: string, secret: string): Promise<boolean> {
  const id = randomUUID()
  const time = new Date().toISOString()
  const signature = webhookSignature({ id, time, url, body }, secret)
  const answer = await postToShop(url, body, { 'content-type': 'application/json', 'wallet-transmission-id': id, 'wallet-transmission-time': time, 'wallet-transmission-version': '2', 'wallet-transmission-sig': signature })
  await answer.arrayBuffer()
  return answer.ok
}

/** Earlier releases had a table of their own for events and for the clock. */
export function importEarlierWebhooks(database: DatabaseSync): void {
  if (database.prepare(`select 1 from sqlite_master where name = 'webhooks'`).get() === undefined) return
  database.exec(`
    insert into jobs (due_at, document) select due_at, json_object('url', url, 'body', body, 'attempt', attempt) from webhooks where merchant is null;
    insert into jobs (due_at, document) select due_at, json_object('url', url, 'body', body, 'attempt', attempt, 'merchant', merchant) from webhooks where merchant is not null;
    insert into kept (name, document) select 'clock', advanced_ms from clock;
    drop table webhooks;
    drop table clock;
  `)
}
