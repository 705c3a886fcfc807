import * as z from 'zod'

/**
 * What a page says to `POST /session/end` when its session is over (DEC-85). The cookie of the call may belong to another tab's newer session:
 * with the guid of the page's own reservation only that one's session ends (DEC-18).
 */
export const SessionEnd = z.object({ reservation: z.string().max(128).nullable().meta({ description: 'Guid of the reservation that the page held; null where it held none.' }) })
export type SessionEnd = z.infer<typeof SessionEnd>
