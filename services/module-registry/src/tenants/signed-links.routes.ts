import { randomBytes } from 'node:crypto'
import { bindPreview, type Choice, createPreview, createStaffLink, listSignedLinks, previewOfSet, revokeSignedLink, type SignedLinkView } from '@checkin/registry'
import type { SignedLink } from '@checkin/releases'
import { sign } from '@checkin/releases/signing'
import { previewHost, ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { type Actor, requireHost, withinReach } from '../access/actor.ts'
import { requireSecondPersonForPayment } from '../changes/second-person.ts'
import type { Registry } from '../registry.ts'
import { choiceOf, findPointer, settingsOf } from '../releases/pointer.ts'
import { isSetInReach, makeSet, withdrawnOf } from '../releases/sets.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'

interface Wanted {
  readonly host: string
  readonly hours: number
  readonly reason: string
  readonly actor: Actor
}

/** A pipeline opens nothing itself: its preview is for whoever may look. */
const personsOf = ({ role, identity }: Actor): string[] | null => (role === 'publisher' ? null : [...identity.persons])

/** What a preview shows. */
interface Shown {
  readonly setId: number
  readonly shows: readonly string[]
  /** Id of a draft of the tenant's settings, which the site asks the reservation API for. */
  readonly draft?: string | undefined
}

/** How banner and list of links name a preview of settings. */
const draftShown = 'a draft of settings'

/** Signed link tokens: previews and staff. */
export function signedLinkRoutes(registry: Registry): void {
  const { serve, database, changeOf } = registry

  const issue = async ({ tx, at, record, releasesChanged }: Change, { host, hours, reason, actor }: Wanted, shown: Shown | null) => {
    const id = randomBytes(9).toString('base64url')
    const expires = new Date(at.getTime() + hours * 3_600_000)
    const common = { id, host, expires: expires.toISOString(), issuer: actor.label }
    const pass: SignedLink = shown
      ? { kind: 'preview', ...common, setId: shown.setId, shows: [...shown.shows], ...(shown.draft !== undefined && { draft: shown.draft }), ...consoleOf(registry) }
      : { kind: 'staff', ...common }
    await tx.insertInto('pass').values({
      id, kind: pass.kind, host, set_id: shown?.setId ?? null, shows: JSON.stringify(shown?.shows ?? []), persons: JSON.stringify(shown ? personsOf(actor) : null), draft: shown?.draft ?? null, actor: actor.label, reason, made_at: at, expires_at: expires,
    }).execute()
    await record({ actor: actor.label, action: `${pass.kind} link`, subject: host, before: null, after: { id, expires: pass.expires, ...(shown ?? {}) }, reason })
    // The snapshot must hold the set that a preview shows.
    if (shown) releasesChanged()
    return {
      id, kind: pass.kind, host, setId: shown?.setId ?? null, shows: [...(shown?.shows ?? [])], issuer: actor.label, reason, madeAt: at.toISOString(), expiresAt: pass.expires,
      siteHost: shown ? previewHost(host) : host, path: `/preview/${tokenOf(pass, registry.signingKey)}`,
    }
  }

  const pointed = async (change: Change, host: string, actor: Actor) => {
    requireHost(actor, host)
    const pointer = await findPointer(change, host)
    if (!pointer) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
    return pointer
  }

  serve(createPreview, ({ params: { host }, body: { modules, hours, reason }, actor }) => changeOf(`tenant ${host}`, async (change) => {
    if (actor.role === 'publisher' && Object.keys(modules).some((name) => name !== actor.module)) throw new ServiceError(403, 'Forbidden', `This token previews ${actor.module} only`)
    const pointer = await pointed(change, host, actor)
    const released = await choiceOf(change, pointer.setId)
    await requireSecondPersonForPayment(change, actor, modules, released)
    const setId = await makeSet(change, registry, { choice: { ...released, ...modules }, settings: await settingsOf(change, pointer.setId) }, actor.label)
    return issue(change, { host, hours, reason, actor }, { setId, shows: named(modules) })
  }))

  serve(previewOfSet, ({ params: { host, id }, body: { hours, reason, draft }, actor }) => changeOf(`tenant ${host}`, async (change) => {
    const pointer = await pointed(change, host, actor)
    const modules = await choiceOf(change, id)
    if (Object.keys(modules).length === 0 || !(await isSetInReach(change.tx, id, actor))) throw new ServiceError(404, 'UnknownSet', `There is no set ${id}`)
    const killed = await withdrawnOf(change, modules)
    if (killed) throw new ServiceError(422, 'Withdrawn', `${killed.name}@${killed.version} of set ${id} was killed: no site shows it any more`)
    await requireSecondPersonForPayment(change, actor, modules, await choiceOf(change, pointer.setId))
    return issue(change, { host, hours, reason, actor }, { setId: id, shows: draft === undefined ? named(modules) : [draftShown], draft })
  }))

  serve(createStaffLink, ({ params: { host }, body: { hours, reason }, actor }) => changeOf(`tenant ${host}`, async (change) => {
    await pointed(change, host, actor)
    return issue(change, { host, hours, reason, actor }, null)
  }))

  serve(bindPreview, ({ params: { host, id }, body: { browser }, actor }) => changeOf(`tenant ${host}`, async ({ tx, at, record }) => {
    const row = await tx.selectFrom('pass').selectAll().where('id', '=', id).where('host', '=', host).where('kind', '=', 'preview').where('revoked_at', 'is', null).where('expires_at', '>', at).executeTakeFirst()
    if (!row || row.set_id === null) throw new ServiceError(404, 'UnknownLink', `${host} has no preview ${id} that is still shown`)
    if (row.persons !== null && !row.persons.some((person) => actor.identity.persons.includes(person))) {
      throw new ServiceError(403, 'OthersPreview', `${row.actor} made this preview and opens it alone. Make one of your own on the page of ${host} under Releases, and open that`)
    }
    const pass: SignedLink = { kind: 'preview', id, host, setId: row.set_id, shows: row.shows, ...(row.draft !== null && { draft: row.draft }), expires: row.expires_at.toISOString(), issuer: row.actor, ...consoleOf(registry), browser }
    await record({ actor: actor.label, action: 'open preview', subject: host, before: null, after: { id, shows: row.shows }, reason: '' })
    return { ...viewOf(row), siteHost: previewHost(host), path: `/preview/${tokenOf(pass, registry.signingKey)}` }
  }))

  serve(listSignedLinks, async ({ actor }) => {
    const rows = await database.kysely.selectFrom('pass').selectAll().where('expires_at', '>', registry.clock()).where(withinReach(actor)).orderBy('made_at', 'desc').limit(200).execute()
    return { passes: rows.map(viewOf) }
  })

  serve(revokeSignedLink, ({ params: { host, id }, query: { reason }, actor }) => changeOf(`tenant ${host}`, async ({ tx, at, record, releasesChanged }) => {
    const row = await tx.selectFrom('pass').selectAll().where('id', '=', id).where('host', '=', host).$if(actor.role === 'publisher', (query) => query.where('actor', '=', actor.label)).executeTakeFirst()
    if (!row) throw new ServiceError(404, 'UnknownLink', `${host} has no link ${id}`)
    if (row.revoked_at !== null) return viewOf(row)
    await tx.updateTable('pass').set({ revoked_at: at, revoked_by: actor.label }).where('id', '=', id).execute()
    await record({ actor: actor.label, action: `revoke ${row.kind} link`, subject: row.host, before: { id, expires: row.expires_at.toISOString() }, after: null, reason })
    releasesChanged()
    return viewOf({ ...row, revoked_at: at, revoked_by: actor.label })
  }))
}

/** Where a preview is opened; nowhere while the registry knows no console. */
const consoleOf = ({ secondFactor: { origin } }: Pick<Registry, 'secondFactor'>): { readonly console?: string } => (origin === '' ? {} : { console: origin })

/** A stored link as people see it. */
const viewOf = ({ id, kind, host, set_id: setId, shows, actor: issuer, reason, made_at: madeAt, expires_at: expiresAt, revoked_at: revokedAt, revoked_by: revokedBy }: Selectable<Tables['pass']>): z.infer<typeof SignedLinkView> =>
  ({ id, kind, host, setId, shows, issuer, reason, madeAt: madeAt.toISOString(), expiresAt: expiresAt.toISOString(), revokedAt: revokedAt?.toISOString() ?? null, revokedBy })

const named = (modules: Choice): string[] => Object.entries(modules).map(([name, version]) => `${name}@${version}`).sort()

/** Payload and signature, both base64url. */
function tokenOf(pass: SignedLink, signingKey: string): string {
  const { payload, signature } = sign(JSON.stringify(pass), signingKey, 'link')
  return `${Buffer.from(payload).toString('base64url')}.${Buffer.from(signature, 'base64').toString('base64url')}`
}
