import { takeRule } from '@checkin/sandbox-kit'
import * as z from 'zod'

/**
 * What goes wrong with one call. `gone`: the device has no pass any more (410), the object was never saved (404); `refused`: the address is none (400), the token or
 * certificate is not taken (401, 403); `error` and `busy`: 500 and 503; `silent`: nothing is answered; `drop`: the connection ends.
 */
export const faults = ['gone', 'refused', 'error', 'busy', 'silent', 'drop'] as const
export type Fault = (typeof faults)[number]

/** What happens to the next calls: all of them, or those to one push token, one object, or `token` where tokens are given out. */
export const Rule = z.object({ fault: z.enum(faults), to: z.string().optional(), times: z.int().min(1).default(1) })
export type Rule = z.infer<typeof Rule>

/** The rules that wait, in a memory that outlives the process. */
export interface RuleMemory {
  readonly kept: (name: 'rules') => readonly Rule[] | null
  readonly keep: (name: 'rules', rules: readonly Rule[]) => void
}

/** The fault of a call, once; null for none. */
export function faultFor(memory: RuleMemory, to: string): Fault | null {
  const { rule, left } = takeRule(memory.kept('rules') ?? [], (each) => each.to === undefined || each.to === to)
  memory.keep('rules', left)
  return rule?.fault ?? null
}
