import { createHmac } from 'node:crypto'

/** Signature of an event: HMAC-SHA256 over id of the transmission, its time and the body, each on a line; hexadecimal. */
export const webhookSignature = (parts: { readonly id: string; readonly time: string; readonly body: string }, secret: string): string =>
  createHmac('sha256', secret).update([parts.id, parts.time, parts.body].join('\n')).digest('hex')
