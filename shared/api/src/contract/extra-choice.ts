import * as z from 'zod/mini'
import { Extra, ExtraEvent } from '../entities/extra.schema.ts'
import { Count, givenText } from '../entities/values.schema.ts'
import { sentBack } from './known-fields.ts'

/** An extra that a client chooses: which, how many, and the kind of change; its prices and flags have no effect (DEC-23). */
export const ExtraChoice = sentBack(Extra, {
  extraID: givenText(64).check(z.minLength(1)),
  quantity: Count.check(z.lte(99)),
  event: z.optional(z.nullable(ExtraEvent)),
  category: z._default(givenText(64), 'add'),
  observations: z._default(givenText(400), 'add'),
})
export type ExtraChoice = z.infer<typeof ExtraChoice>
