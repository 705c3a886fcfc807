import { describeSchema } from '@checkin/http'
import * as z from 'zod/mini'

export const CodeSms = z.object({ number: z.nullable(z.string()), state: z.enum(['none', 'waiting', 'sent', 'delivered', 'failed']) })
/** Whether a text message may come, and what became of the last one. Apart from the calls that answer it, so that a module brings those alone that it makes. */
export type CodeSms = z.infer<typeof CodeSms>
/* @__PURE__ */ describeSchema(CodeSms, () => ({
  id: 'CodeSms', description: 'A text message: with a code to the number on file, or with an invitation to the number that it was asked for.',
  fields: {
    number: 'Its last two digits after dots; null where no message is sent.',
    state: 'none: none is under way; waiting: it has not left; sent: the provider has it; delivered: the phone has it; failed: it did not arrive.',
  },
}))
