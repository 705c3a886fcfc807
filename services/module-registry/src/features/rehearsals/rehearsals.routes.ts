import { ServiceError } from '@checkin/server'
import { requireHost, requireModule } from '../../access/actor.ts'
import type { Registry } from '../../registry.ts'
import { choiceOf } from '../rollouts/pointer.ts'
import { addRehearsal } from './rehearsals.contract.ts'

/** What journeys with a set said, before renters get it. */
export function rehearsalRoutes({ serve, change: changing }: Registry): void {
  serve(addRehearsal, ({ params: { id }, body, actor }) => {
    if (actor.role === 'publisher') requireModule(actor, body.module)
    requireHost(actor, body.host)
    return changing(async (change) => {
      const modules = await choiceOf(change, id)
      if (Object.keys(modules).length === 0) throw new ServiceError(404, 'NotFound', `There is no set ${id}`)
      if (!(body.module in modules)) throw new ServiceError(422, 'NotInSet', `Set ${id} has no ${body.module}`)
      await change.tx.insertInto('rehearsal').values({ ...body, set_id: id, actor: actor.label, at: change.at }).execute()
      await change.record({ actor: actor.label, action: 'rehearse', subject: `set ${id}`, before: null, after: body, reason: '' })
      return { ...body, actor: actor.label, at: change.at.toISOString() }
    })
  })
}
