import * as z from 'zod/mini'
import { Extra, ExtraEvent } from '../entities/extra.schema.ts'
import { Count, givenText } from '../entities/values.schema.ts'
import { sentBack } from './known-fields.ts'

const unsaid = 'add'

/** Text that a client may leave out or send as it was loaded, null; it arrives as 'add' then (API-18). */
const orAdd = (longest: number) => z.pipe(z._default(z.nullable(givenText(longest)), unsaid), z.transform((text) => text ?? unsaid))

/** An extra that a client chooses: which, how many, and the kind of change; its prices and flags have no effect (DEC-23). */
export const ExtraChoice = sentBack(Extra, {
  extraID: givenText(64).check(z.minLength(1)),
  quantity: Count.check(z.lte(99)),
  event: z.optional(z.nullable(ExtraEvent)),
  category: orAdd(64),
  observations: orAdd(400),
})
export type ExtraChoice = z.infer<typeof ExtraChoice>
