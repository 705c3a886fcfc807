import { type Choice, getTenant, getTenantSettings, listTenants, resolveSession, resumeRollouts, rollBack, setPointer, setPointers, setTenantOptions, type Settings } from '@checkin/registry'
import { ReleaseSet, resolvePointer } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import { reaches, requireHost } from '../access/actor.ts'
import { changeView } from '../changes/change-view.ts'
import { submit } from '../changes/submit.ts'
import type { Registry } from '../registry.ts'
import { allPointers, choiceOf, findPointer, requireRevision, settingsOf } from '../releases/pointer.ts'
import { rollBackTenant } from '../releases/roll-back.ts'
import { isSetInReach } from '../releases/sets.ts'
import { signedSet, tenantPointers } from '../releases/snapshot.ts'
import { resumeRollouts as resumeSuspended } from '../releases/suspensions.ts'
import type { Change } from '../storage/ledger.ts'
import { setOptionsOf } from './tenant-options.ts'
import { tenantStatus, tenantSummaries } from './tenant-status.ts'

/** Exactly the settings of a set: modules without settings there get their defaults. */
async function settingsFor(change: Change, setId: number, choice: Choice): Promise<Settings> {
  const settings = await settingsOf(change, setId)
  return Object.fromEntries(Object.keys(choice).map((module) => [module, settings[module] ?? {}]))
}

/** Which release set each tenant's new sessions get. */
export function tenantRoutes(registry: Registry): void {
  const { serve, database, change: changing, changeOf } = registry
  const revision = async () => (await database.kysely.selectFrom('ledger').select('revision').executeTakeFirstOrThrow()).revision

  serve(listTenants, async ({ actor }) => ({ revision: await revision(), tenants: (await tenantSummaries(database)).filter(({ host }) => reaches(actor, host)) }))
  serve(getTenant, ({ params }) => tenantStatus(database, params.host))

  serve(setPointer, async ({ params: { host }, body, actor, ifMatch, reply }) => {
    requireHost(actor, host)
    const pending = await changing(async (change) => {
      const current = await findPointer(change, host)
      requireRevision(host, current, ifMatch)
      if (!('setId' in body)) {
        const { at, reason, ...wanted } = body
        return submit(change, registry, { hosts: [host], everyone: false, wanted, at, reason, actor })
      }
      const modules = await choiceOf(change, body.setId)
      if (Object.keys(modules).length === 0 || !(await isSetInReach(change.tx, body.setId, actor))) throw new ServiceError(404, 'UnknownSet', `There is no set ${body.setId}`)
      return submit(change, registry, { hosts: [host], everyone: false, wanted: { modules, percent: 100, cohorts: [], settings: await settingsFor(change, body.setId, modules), emergency: body.emergency }, at: undefined, reason: body.reason, actor })
    })
    if (pending === null) return tenantStatus(database, host)
    void reply.code(202)
    return { change: await changeView(database.kysely, pending, actor) }
  })

  serve(setPointers, async ({ body: { hosts: wantedHosts, at, reason, ...wanted }, actor, ifMatch, reply }) => {
    const { pending, hosts } = await changing(async (change) => {
      const { revision: now } = await change.tx.selectFrom('ledger').select('revision').executeTakeFirstOrThrow()
      if (now !== ifMatch) throw new ServiceError(412, 'RevisionChanged', `The releases are at revision ${now}, not ${ifMatch}`, { data: { revision: now } })
      const every = (await allPointers(change)).map(({ host }) => host)
      const chosen = wantedHosts === 'all' ? every : wantedHosts
      return { hosts: chosen, pending: await submit(change, registry, { hosts: chosen, everyone: wantedHosts === 'all', wanted, at, reason, actor }) }
    })
    if (pending === null) return { tenants: (await tenantSummaries(database)).filter(({ host }) => hosts.includes(host)) }
    void reply.code(202)
    return { change: await changeView(database.kysely, pending, actor) }
  })

  serve(rollBack, async ({ params: { host }, body: { to, reason }, actor, ifMatch }) => {
    requireHost(actor, host)
    await changeOf(`tenant ${host}`, async (change) => {
      const current = await findPointer(change, host)
      requireRevision(host, current, ifMatch)
      if (!current) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
      await rollBackTenant(change, { actor: actor.label, reason, action: 'back' }, current, to)
    })
    return tenantStatus(database, host)
  })

  serve(resumeRollouts, async ({ params: { host }, body: { reason }, actor, ifMatch }) => {
    requireHost(actor, host)
    await changeOf(`tenant ${host}`, async (change) => {
      const current = await findPointer(change, host)
      requireRevision(host, current, ifMatch)
      if (!current) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
      await resumeSuspended(change, registry, current, { actor: actor.label, reason })
    })
    return tenantStatus(database, host)
  })

  serve(setTenantOptions, ({ params: { host }, body, actor }) => {
    requireHost(actor, host)
    return changeOf(`tenant ${host}`, (change) => setOptionsOf(change, host, body, actor))
  })

  serve(resolveSession, async ({ query: { host, session, ...traits } }) => {
    const [pointer] = await tenantPointers(database.kysely, host)
    if (!pointer) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
    const { setId, revision: decidedAt, why } = resolvePointer(pointer, session, traits)
    const signed = await signedSet(database.kysely, setId)
    return { setId, revision: decidedAt, why, set: JSON.parse(signed.payload) as unknown, signed }
  })

  serve(getTenantSettings, async ({ params: { host } }) => {
    const [pointer] = await tenantPointers(database.kysely, host)
    if (!pointer) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
    const set = ReleaseSet.parse(JSON.parse((await signedSet(database.kysely, pointer.setId)).payload))
    return {
      host, revision: pointer.revision,
      modules: Object.entries(set.modules).filter(([, { settings }]) => settings !== undefined).map(([module, { version, settings = {} }]) => ({
        module, version, settings: Object.entries(settings).map(([name, spec]) => ({ name, spec, value: set.settings?.[module]?.[name] ?? null })),
      })),
    }
  })
}
