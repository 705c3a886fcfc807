import * as z from 'zod'

/** Most tokens of a company that hold at one moment: the one in use and the one that takes its place (DEC-143). */
export const mostFleetTokens = 2

/** A token of a company's own system, as people see it; never the token. */
export const FleetToken = z.object({
  id: z.uuid(), createdAt: z.string().meta({ description: 'ISO 8601 in UTC.' }), expiresAt: z.string().meta({ description: 'From then on it opens nothing. ISO 8601 in UTC.' }),
  lastUsedOn: z.nullable(z.string()).meta({ description: 'Day of its last call, in UTC; null while there was none.' }),
  madeBy: z.nullable(z.string()).meta({ description: 'Who made it; null for one of before.' }),
}).meta({ id: 'FleetToken' })
export type FleetToken = z.infer<typeof FleetToken>

/** A token that was just made, with its secret, which is shown this once. */
export const MadeFleetToken = z.object({ ...FleetToken.shape, token: z.string().meta({ description: 'The bearer token. It is shown this once.' }) }).meta({ id: 'MadeFleetToken' })

/** How long a new token is to hold. */
export const FleetTokenRequest = z.strictObject({ days: z.int().min(1).max(365).default(180).meta({ description: 'Days until it ends.' }) }).meta({ id: 'FleetTokenRequest' })

/** What else the calls about tokens answer. */
export const fleetTokenErrors = { tooMany: { status: 409, code: 'TooManyTokens' }, unknown: { status: 404, code: 'NotFound' }, last: { status: 409, code: 'LastToken' } } as const
