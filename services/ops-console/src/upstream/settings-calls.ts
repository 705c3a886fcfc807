import { internalContract } from '@checkin/internal'
import { ServiceError } from '@checkin/server'
import { asPerson } from './as-person.ts'
import type { MoneyCallOptions } from './money-calls.ts'

/** Revisions and drafts of tenants within reach, and the stations that settings amend; every call names who stands behind the operator's session, so that a second person is one (DEC-320, decision 0114). */
export function settingsCalls({ serve, client, requireReach, refuse }: Omit<MoneyCallOptions, 'within'>): void {
  const { listStations, getSettingsHistory, getSettingsRevision, restoreSettings, getSettingsDraft, putSettingsDraft, decideSettingsDraft } = internalContract
  serve(listStations, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(listStations, { params }, asPerson(session)).catch(refuse)
  })
  serve(getSettingsHistory, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(getSettingsHistory, { params }, asPerson(session)).catch(refuse)
  })
  serve(getSettingsRevision, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(getSettingsRevision, { params }, asPerson(session)).catch(refuse)
  })
  serve(restoreSettings, async ({ session, params, ifMatch }) => {
    await requireReach(session, params.id)
    return client.call(restoreSettings, { params }, { ...asPerson(session), ifMatch }).catch(refuse)
  })
  serve(getSettingsDraft, async ({ session, params }) => {
    await requireReach(session, params.id)
    return client.call(getSettingsDraft, { params }, asPerson(session)).catch(refuse)
  })
  serve(putSettingsDraft, async ({ session, params, body, ifMatch }) => {
    await requireReach(session, params.id)
    return client.call(putSettingsDraft, { params, body }, { ...asPerson(session), ifMatch }).catch(refuse)
  })
  serve(decideSettingsDraft, async ({ session, params, body }) => {
    if (body.action === 'approve' && session.role !== 'approver') throw new ServiceError(403, 'Forbidden', 'Approving needs the role approver')
    if (body.action === 'submit' && session.role !== 'operator') throw new ServiceError(403, 'Forbidden', 'Submitting needs the role operator')
    await requireReach(session, params.id)
    return client.call(decideSettingsDraft, { params, body }, asPerson(session)).catch(refuse)
  })
}
