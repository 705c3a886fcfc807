import { createHmac, randomUUID } from 'node:crypto'
import { isTaken, postToShop, shopPath, type Owned } from '@checkin/sandbox-kit'
import * as z from 'zod'

/** What a company sends. */
export const Order = z.object({
  to: z.string().regex(/^\+\d{6,15}$/), text: z.string().min(1).max(1000), from: z.string().min(1).max(20), reference: z.string().min(1).max(100),
  validitySeconds: z.int().min(1), callbackUrl: z.url(),
})
type Order = z.infer<typeof Order>

/** A message that was taken. */
export interface Message extends Owned, Order {
  readonly id: string
  readonly key: string
  /** ISO 8601 in UTC. */
  readonly date: string
  readonly fault: Fault | null
}

/**
 * What goes wrong with one message. `refused`: the number is none; `away`: the provider does not serve, once; `slow`: the answer comes too late; `answer-lost`:
 * taken, but the answer does not arrive; `undelivered`: no phone takes it; `silent`: nothing is reported; `twice`: everything is reported twice.
 */
export const faults = ['refused', 'away', 'slow', 'answer-lost', 'undelivered', 'silent', 'twice'] as const
export type Fault = (typeof faults)[number]

/** What happens to the next messages, all or those to one number. */
export const Rule = z.object({ fault: z.enum(faults), to: z.string().optional(), times: z.int().min(1).default(1) })
export type Rule = z.infer<typeof Rule>

/** A number chooses a fault by how it ends, 9901 to 9907 in the order of the list, so that tests at the same time do not meet. */
export const faultOf = (to: string): Fault | null => (/990[1-7]$/.test(to) ? faults[Number(to.slice(-1)) - 1] ?? null : null)

/** A report that is still to be delivered. */
export interface Report {
  readonly id: string
}

/** Posts a signed report; true when the company took it. */
export async function deliverReport({ id, reference, callbackUrl, fault }: Message, secret: string): Promise<boolean> {
  const body = JSON.stringify({ eventId: randomUUID(), messageId: id, reference, status: fault === 'undelivered' ? 'undelivered' : 'delivered' })
  const moment = new Date().toISOString()
  const signature = createHmac('sha256', secret).update(['v2', moment, shopPath(callbackUrl), body].join('\n')).digest('hex')
  return isTaken(await postToShop(callbackUrl, body, { 'content-type': 'application/json', 'x-signature-time': moment, 'x-signature': signature }))
}
