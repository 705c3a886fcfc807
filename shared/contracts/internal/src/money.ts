import { LedgerEntry, Payment } from '@checkin/fleet'
import * as z from 'zod'

const amount = z.number().positive().max(10_000_000).optional().meta({ description: 'In the currency of the payment; all that is left or held when left out.' })
const reason = z.string().trim().min(3).max(300).meta({ description: 'Why; the second person reads it, and it stays with the order.' })
const paymentId = z.uuid()

/** What an operator orders to be done with a renter's money. */
export const MoneyRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('refund'), paymentId, amount, reason }),
  z.strictObject({ kind: z.literal('capture'), amount, reason }),
  z.strictObject({ kind: z.literal('release'), reason }),
  z.strictObject({ kind: z.literal('renew'), paymentId, reason }),
]).meta({ id: 'MoneyRequest' })
export type MoneyRequest = z.infer<typeof MoneyRequest>

const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })

/** An order of an operator, and what became of it. */
export const MoneyOrder = z.object({
  orderId: z.string(), reference: z.string(), kind: z.enum(['refund', 'capture', 'release', 'renew']), paymentId: z.nullable(z.string()),
  amount: z.nullable(z.number()).meta({ description: 'Null for all that is left or held.' }), currency: z.string(), reason: z.string(),
  state: z.enum(['waiting', 'approved', 'done', 'rejected']).meta({ description: 'waiting for a second person; approved and not begun yet; done: the result says how it went.' }),
  orderedBy: z.string(), orderedAt: moment, decidedBy: z.nullable(z.string()), decidedAt: z.nullable(moment),
  result: z.nullable(z.object({ state: z.string(), code: z.nullable(z.string()) })).meta({ description: 'As the call of the fleet API answers it; refused with the code of a refusal.' }),
}).meta({ id: 'MoneyOrder' })
export type MoneyOrder = z.infer<typeof MoneyOrder>

/** A reservation's money as operators see it; nothing about the renter but the masked card. */
export const ReservationMoney = z.object({
  reference: z.string(), currency: z.string(), total: z.number(), paid: z.number(), due: z.number(),
  payments: z.array(Payment), ledger: z.array(LedgerEntry), orders: z.array(MoneyOrder),
  approvalAbove: z.nullable(z.number()).meta({ description: 'Orders above this amount wait for a second person; null: none does.' }),
}).meta({ id: 'ReservationMoney' })
export type ReservationMoney = z.infer<typeof ReservationMoney>
