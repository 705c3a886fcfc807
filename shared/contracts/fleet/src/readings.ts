import * as z from 'zod'

/** Which picture of a document a renter gave. */
export const PictureParams = { role: z.enum(['main', 'additional']), part: z.enum(['document', 'licence', 'second_licence']), side: z.enum(['front', 'back']) } as const

/** One reading of what is held about persons; readings are only ever added (DEC-270). */
export const Reading = z.object({
  id: z.string(), reference: z.string(),
  reader: z.string().meta({ description: 'The company\'s token, by the start of its id; who works at the console by name.' }),
  kind: z.enum(['everything', 'picture', 'paper', 'support']),
  item: z.nullable(z.string()).meta({ description: 'Which picture, as main/licence/front, or the id of the paper; of support what was done (DEC-328).' }),
  readAt: z.string().meta({ description: 'ISO 8601 in UTC.' }),
}).meta({ id: 'Reading' })

/** Which part of the access log is asked for. */
export const ReadingsQuery = z.object({
  from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Readings at or after this moment.' }),
  before: z.uuid().optional().meta({ description: 'The `next` of the answer before.' }),
  limit: z.coerce.number<number | string>().int().min(1).max(1000).default(100),
})
export type ReadingsQuery = z.output<typeof ReadingsQuery>

/** A part of the access log, newest first. */
export const ReadingList = z.object({ readings: z.array(Reading), next: z.nullable(z.string()).meta({ description: 'What to ask for next as `before`; null at the end.' }) }).meta({ id: 'ReadingList' })
export type ReadingList = z.infer<typeof ReadingList>
