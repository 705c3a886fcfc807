import { takeRule } from '@checkin/sandbox-kit'
import * as z from 'zod'

/** What can be made to go wrong with the next calls. */
export const Fault = z.object({
  /** Which call: new order, capture, refund, or any. */
  operation: z.enum(['create', 'capture', 'refund', 'any']).default('any'),
  fault: z.enum([
    /** Before anything happened. */
    'busy', 'drop-before',
    /** Done, and nobody hears it (P9). */
    'silent-after', 'drop-after', 'error-after', 'garbage-after',
    /** The customer's account does not pay (P6). */
    'declined',
  ]),
  times: z.number().int().min(1).max(1_000_000).default(1),
})
export type Fault = z.infer<typeof Fault>

/** How often an event is sent. */
export const copiesOf = { once: 1, never: 0, twice: 2, storm: 50 } as const

export type Faults = ReturnType<typeof createFaults>

/** The faults that wait for their call, and how often events are sent. */
export function createFaults() {
  let waiting: readonly Fault[] = []
  let copies = 1
  return {
    copies: () => copies,
    setCopies: (wanted: keyof typeof copiesOf) => { copies = copiesOf[wanted] },
    add: (fault: Fault) => { waiting = [...waiting, fault] },
    clear: () => {
      waiting = []
      copies = 1
    },
    take: (operation: 'create' | 'capture' | 'refund'): Fault['fault'] | null => {
      const { rule, left } = takeRule(waiting, (fault) => (fault.operation === 'any' || fault.operation === operation) && (fault.fault !== 'declined' || operation !== 'create'))
      waiting = left
      return rule?.fault ?? null
    },
  }
}
