import * as z from 'zod'
import { seal, unseal } from '../mail/sealed-payload.ts'
import type { CardMeans } from './providers/provider.ts'

const Means = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string() }),
  z.object({ kind: z.literal('saved'), referenceToken: z.string(), token: z.string().nullable() }),
])

/** How a card pays while its order may have to be sent again: sealed to its row, because a one-time token is as good as money until it is used. */
export const sealMeans = (secret: string, intentId: string, means: CardMeans): Buffer => seal(secret, intentId, means, 'checkin payment means')

export const unsealMeans = (secret: string, intentId: string, sealed: Buffer): CardMeans => Means.parse(unseal(secret, intentId, sealed, 'checkin payment means'))
