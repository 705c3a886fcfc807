import { internalContract } from '@checkin/internal'
import type { Session } from '../session/console-sessions.ts'
import type { MoneyCallOptions } from './money-calls.ts'

export interface FleetTokenCallOptions extends Pick<MoneyCallOptions, 'serve' | 'client' | 'requireReach' | 'refuse'> {
  /** Says in whose name the console calls. */
  readonly asActor: (session: Session) => { readonly headers: Readonly<Record<string, string>> }
}

/** Tokens of companies' own systems: those of tenants within reach, made and revoked in the operator's name. */
export function fleetTokenCalls({ serve, client, requireReach, asActor, refuse }: FleetTokenCallOptions): void {
  const { listFleetTokens, createFleetToken, revokeFleetToken } = internalContract
  serve(listFleetTokens, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(listFleetTokens, { params }, asActor(session)).catch(refuse)
  })
  serve(createFleetToken, async ({ session, params, body, reply }) => {
    await requireReach(session, params.id)
    const made = await client.call(createFleetToken, { params, body }, asActor(session)).catch(refuse)
    void reply.code(201)
    return made
  })
  serve(revokeFleetToken, async ({ session, params }) => {
    await requireReach(session, params.id)
    await client.call(revokeFleetToken, { params }, asActor(session)).catch(refuse)
  })
}
