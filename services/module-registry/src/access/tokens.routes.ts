import { sql } from 'kysely'
import type { Registry } from '../../registry.ts'
import type { Change } from '../../storage/ledger.ts'
import { changeView } from '../changes/change-view.ts'
import { endToken, patchToken, proposeToken, tokenRow } from './token-changes.ts'
import { tokenView } from './token-view.ts'
import { changeToken, createToken, getActor, listTokens, revokeToken } from './tokens.contract.ts'

/** Who may do what, and from when until when. */
export function tokenRoutes({ serve, database, demo, change: changing }: Registry): void {
  const view = async (change: Change, label: string) => tokenView(await tokenRow(change, label))

  serve(getActor, async ({ actor }) => ({ ...actor, hosts: actor.hosts && [...actor.hosts] }))

  serve(listTokens, async ({ actor }) => {
    const rows = await database.kysely.selectFrom('access_token').selectAll()
      .$if(!demo, (query) => query.where('demo', '=', false))
      // A limited token sees those that reach no further than itself.
      .$if(actor.hosts !== null, (query) => query.where(sql<boolean>`hosts <@ ${[...(actor.hosts ?? [])]}::text[]`))
      .orderBy(sql`lower(label)`).execute()
    return { tokens: rows.map(tokenView) }
  })

  serve(createToken, async ({ body: { reason, ...wish }, actor, reply }) => {
    const id = await changing((change) => proposeToken(change, { action: 'new', ...wish, person: wish.person ?? wish.label }, reason, actor))
    void reply.code(202)
    return { change: await changeView(database.kysely, id, actor) }
  })

  serve(changeToken, async ({ params: { label }, body, actor, reply }) => {
    const done = await changing(async (change) => {
      const kept = await patchToken(change, label, body, actor)
      return kept ?? await view(change, label)
    })
    if (typeof done !== 'number') return done
    void reply.code(202)
    return { change: await changeView(database.kysely, done, actor) }
  })

  serve(revokeToken, ({ params: { label }, query: { reason }, actor }) => changing(async (change) => {
    await endToken(change, label, reason, actor)
    return view(change, label)
  }))
}
