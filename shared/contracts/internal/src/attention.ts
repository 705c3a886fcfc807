import * as z from 'zod'

/** How something ended that needed a person (DEC-222): a closed list, so that it can be counted. */
export const resolutions = ['mended', 'done-at-counter', 'done-at-provider', 'renter-told', 'company-told', 'nothing-to-do', 'duplicate'] as const
/** One of `resolutions`. */
export type Resolution = (typeof resolutions)[number]

const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })

/** One piece of work for a person. */
export const Attention = z.object({
  host: z.string(), kind: z.string(), since: moment,
  reference: z.string().meta({ description: 'The reservation; a provider\'s own number where the payment is nobody\'s, the event\'s where a company\'s system takes none, the tenant where its settings cannot be read.' }),
  tenant: z.string(),
  id: z.string().meta({ description: 'What it is changed by; the same thing that happens anew has another one.' }),
  version: z.int().meta({ description: 'For If-Match of a change; 0 before the first.' }),
  assignee: z.nullable(z.string()), dueAt: moment, resolution: z.nullable(z.enum(resolutions)),
}).meta({ id: 'Attention' })
export type Attention = z.infer<typeof Attention>

const comment = z.string().trim().max(1000).default('').meta({ description: 'What colleagues should know; no personal data.' })

/** What somebody does about it. */
export const AttentionRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('assign'), assignee: z.nullable(z.string().trim().min(1).max(100)), comment }),
  z.strictObject({ action: z.literal('comment'), comment: z.string().trim().min(1).max(1000) }),
  z.strictObject({ action: z.literal('due'), dueAt: z.iso.datetime(), comment }),
  z.strictObject({ action: z.literal('resolve'), reason: z.enum(resolutions), comment }),
  z.strictObject({ action: z.literal('reopen'), comment }),
]).meta({ id: 'AttentionRequest' })
export type AttentionRequest = z.infer<typeof AttentionRequest>

/** One piece of work with everything that was done about it, oldest first. */
export const AttentionHistory = z.object({
  item: Attention,
  changes: z.array(z.object({ version: z.int(), action: z.enum(['assign', 'comment', 'due', 'resolve', 'reopen']), value: z.nullable(z.string()), comment: z.string(), actor: z.string(), at: moment })),
}).meta({ id: 'AttentionHistory' })
export type AttentionHistory = z.infer<typeof AttentionHistory>
