import { createHmac } from 'node:crypto'
import { internalFetch } from './internal-fetch.ts'

/** A system that is told events. */
export interface WebhookReceiver {
  readonly url: string
  /** `whsec_` and random bytes in base64. */
  readonly secret: string
}

export interface WebhookMessage {
  /** The same whenever the same is sent again. */
  readonly id: string
  /** JSON. */
  readonly body: string
}

/** How a message is posted: `internalFetch`, or what calls only systems that may be called. */
type Post = typeof internalFetch

/**
 * Sends a message, signed as the Standard Webhooks say (https://www.standardwebhooks.com). Null once a status 2xx acknowledged it, otherwise why not:
 * a status, or a code of the network. Never rejects; redirects are not followed. `timeoutMs` is in milliseconds.
 */
export async function sendWebhook({ url, secret }: WebhookReceiver, { id, body }: WebhookMessage, timeoutMs: number, post: Post = internalFetch): Promise<string | null> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64')).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = { 'content-type': 'application/json', 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
  return post(url, { method: 'POST', headers, body: Buffer.from(body), timeoutMs })
    .then(({ status }) => (status >= 200 && status < 300 ? null : String(status)), (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'ETIMEDOUT')
}
