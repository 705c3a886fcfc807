import { ServiceError } from '@checkin/server'
import { readSupportCode } from '@checkin/releases/support-code'
import { reaches, withinReach } from '../../access/reach.ts'
import type { Registry } from '../../registry.ts'
import { getTrace } from './traces.contract.ts'

/** From the code that a renter tells support to what happened. */
export function traceRoutes({ serve, database: { kysely } }: Registry): void {
  serve(getTrace, async ({ params, actor }) => {
    const code = readSupportCode(params.code)
    const found = code === null ? undefined : await kysely.selectFrom('trace').selectAll().where('code', '=', code).executeTakeFirst()
    if (!found || !reaches(actor, found.host)) throw new ServiceError(404, 'UnknownTrace', 'No failure is known under this code, or it is more than 30 days ago')
    const { at, set_id: setId, ...rest } = found
    const groups = await kysely.selectFrom('error_group').select(['host', 'count', 'first_at', 'last_at'])
      .where('module', '=', rest.module).where('version', '=', rest.version).where('phase', '=', rest.phase).where('reason', '=', rest.reason).where('step', '=', rest.step).where(withinReach(actor)).orderBy('host').execute()
    const members = await kysely.selectFrom('release_set_member').select(['name', 'version']).where('set_id', '=', setId).orderBy('name').execute()
    const edge = (instants: readonly Date[], pick: (...times: number[]) => number): string | null =>
      (instants.length === 0 ? null : new Date(pick(...instants.map((instant) => instant.getTime()))).toISOString())
    return {
      ...rest, at: at.toISOString(), setId, modules: Object.fromEntries(members.map(({ name, version }) => [name, version])),
      group: {
        count: groups.reduce((sum, { count }) => sum + count, 0), hosts: groups.map(({ host }) => host),
        firstAt: edge(groups.map((group) => group.first_at), Math.min), lastAt: edge(groups.map((group) => group.last_at), Math.max),
      },
    }
  })
}
