import type { Registry } from '../../registry.ts'
import { changeView } from '../changes/change-view.ts'
import { keepChange } from '../changes/keep-change.ts'
import { listPublisherKeys, revokePublisherKey, setPublisherKey } from './publisher-keys.contract.ts'
import { countingKeys, endKey, holdsAlready, readKey } from './publisher-keys.ts'

/** Which keys sign modules. */
export function publisherKeyRoutes({ serve, database, clock, change: changing }: Registry): void {
  serve(listPublisherKeys, async () => ({ keys: await countingKeys(database.kysely, clock()) }))

  serve(setPublisherKey, async ({ params: { module }, body: { publicKey, reason }, actor, reply }) => {
    const wish = readKey(module, publicKey)
    const kept = await changing(async (change) => (await holdsAlready(change, wish) ? null
      : keepChange(change, { kind: 'publisher-key', everyone: false, wish, shown: { keyId: wish.keyId }, reason, needs: ['publisher-key'], subject: module, actor, hosts: [] })))
    if (kept === null) return { module, keyId: wish.keyId }
    void reply.code(202)
    return { change: await changeView(database.kysely, kept, actor) }
  })

  serve(revokePublisherKey, ({ params: { module, keyId }, query: { reason }, actor }) => changing(async (change) => {
    await endKey(change, module, keyId, { actor: actor.label, reason })
    return { keys: (await countingKeys(change.tx, change.at)).filter((key) => key.module === module) }
  }))
}
