import { changeToken, createToken, getActor, listTokens, revokeToken, rotateToken } from '@checkin/registry'
import { sql } from 'kysely'
import { changeView } from '../changes/change-view.ts'
import type { Registry } from '../registry.ts'
import type { Change } from '../storage/ledger.ts'
import { hashOf } from './token-secret.ts'
import { endOf, endToken, patchToken, proposeToken, rotateSecret, tokenRow, tokenView } from './token-changes.ts'

/** Access tokens. */
export function tokenRoutes({ serve, database, demo, lifetimes, change: changing }: Registry): void {
  const view = async (change: Change, label: string) => tokenView(await tokenRow(change, label))

  serve(getActor, async ({ actor }) => ({ ...actor, hosts: actor.hosts && [...actor.hosts] }))

  serve(listTokens, async ({ actor }) => {
    const rows = await database.kysely.selectFrom('access_token').selectAll()
      .$if(!demo, (query) => query.where('demo', '=', false))
      // A limited token sees the tokens that reach no further than it does.
      .$if(actor.hosts !== null, (query) => query.where(sql<boolean>`hosts <@ ${[...(actor.hosts ?? [])]}::text[]`))
      .orderBy(sql`lower(label)`).execute()
    return { tokens: rows.map(tokenView) }
  })

  serve(createToken, async ({ body: { reason, ...request }, actor, reply }) => {
    const id = await changing((change) => proposeToken(change, { action: 'new', ...request, person: request.person ?? request.label, expires: endOf(request.expires, change.at, lifetimes) }, reason, actor))
    void reply.code(202)
    return { change: await changeView(database.kysely, id, actor) }
  })

  serve(changeToken, async ({ params: { label }, body, actor, reply }) => {
    const done = await changing(async (change) => {
      const pending = await patchToken(change, label, body, actor, lifetimes)
      return pending ?? await view(change, label)
    })
    if (typeof done !== 'number') return done
    void reply.code(202)
    return { change: await changeView(database.kysely, done, actor) }
  })

  serve(rotateToken, ({ body, request: { headers } }) => {
    const present = hashOf((headers.authorization ?? '').replace(/^Bearer /, ''))
    return changing((change) => rotateSecret(change, present, body))
  })

  serve(revokeToken, ({ params: { label }, query: { reason }, actor }) => changing(async (change) => {
    await endToken(change, label, reason, actor)
    return view(change, label)
  }))
}
