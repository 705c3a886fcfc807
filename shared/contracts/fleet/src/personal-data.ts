import * as z from 'zod'
import { FleetAnswer } from './answers.ts'
import { Reading } from './readings.ts'

const moment = z.string().meta({ description: 'ISO 8601 in UTC.' })
const maybeMoment = z.nullable(moment)

/** Everything that is held about the persons of a reservation, for who asks what is known of them (GDPR 15, 20). */
export const PersonalData = z.object({
  madeAt: moment,
  stored: FleetAnswer,
  pictures: z.array(z.object({ role: z.string(), part: z.string(), side: z.string(), image: z.string().meta({ description: 'WebP as base64.' }) })).meta({ description: 'Pictures of documents.' }),
  drafts: z.array(z.object({ form: z.string(), texts: z.record(z.string(), z.string()) })).meta({ description: 'What was typed and not saved yet, by screen.' }),
  sessions: z.array(z.object({ level: z.string(), beganAt: moment, seenAt: moment, endedAt: maybeMoment })),
  codes: z.array(z.object({ email: z.string(), sentAt: moment, usedAt: maybeMoment })).meta({ description: 'Codes that were mailed, never the codes.' }),
  links: z.array(z.object({ purpose: z.string(), madeAt: moment, expiresAt: moment, lastUsedAt: maybeMoment, uses: z.int() })),
  passes: z.array(z.object({ wallet: z.enum(['apple', 'google']), madeAt: moment, phones: z.int() })).optional().meta({ description: 'Passes of the ticket in wallets, and how many phones are told of changes.' }),
  mails: z.array(z.object({ kind: z.string(), language: z.string(), address: z.nullable(z.string()).meta({ description: 'Null once the mail needs no more tries.' }), state: z.string(), writtenAt: moment, finishedAt: maybeMoment })),
  offers: z.array(z.object({ viewTag: z.string(), action: z.string(), answeredAt: moment })).meta({ description: 'What was answered to offers.' }),
  events: z.array(z.object({ kind: z.string(), occurredAt: moment, data: z.record(z.string(), z.unknown()) })).meta({ description: 'What the feed told of the reservation.' }),
  readings: z.array(Reading.pick({ reader: true, kind: true, item: true, readAt: true })).meta({ description: 'Who read this or a part of it before, this call included.' }),
}).meta({ id: 'PersonalData' })
export type PersonalData = z.infer<typeof PersonalData>
