import { getSnapshot } from '@checkin/registry'
import type { Signed, Snapshot, TenantPointer } from '@checkin/releases'
import { sign } from '@checkin/releases/signing'
import { anyOf, type Database } from '@checkin/server'
import type { Registry } from '../registry.ts'
import type { Tables } from '../storage/tables.ts'

type Queries = Database<Tables>['kysely']

/** A session lives at most four hours (DEC-85), and its page may have been open for a while before. */
const pinnedForHours = 5

/** The pointers of all tenants, or of one. */
export async function tenantPointers(queries: Queries, host?: string): Promise<TenantPointer[]> {
  const rows = await queries.selectFrom('pointer').select(['host', 'revision', 'set_id', 'rollouts', 'variants', 'last_good']).$if(host !== undefined, (query) => query.where('host', '=', host ?? '')).orderBy('host').execute()
  return rows.map(({ set_id: setId, last_good: lastGood, ...row }) => ({ ...row, setId, lastGood }))
}

export async function signedSet(queries: Queries, id: number): Promise<Signed> {
  const row = await queries.selectFrom('release_set').select(['payload', 'signature', 'key_id']).where('id', '=', id).executeTakeFirstOrThrow()
  return { payload: row.payload, signature: row.signature, keyId: row.key_id }
}

/** Sets that a pointer or a preview names, or a pointer named so lately that an open session may still be pinned to them. */
async function pinnedSets(queries: Queries, pointers: readonly TenantPointer[]): Promise<Signed[]> {
  const since = new Date(Date.now() - pinnedForHours * 3_600_000)
  const late = await queries.selectFrom('pointer_revision').select('variants').where('replaced_at', '>', since).execute()
  const previews = await queries.selectFrom('pass').select('set_id').where('expires_at', '>', new Date()).where('set_id', 'is not', null).where('revoked_at', 'is', null).execute()
  const ids = new Set<number>([
    ...pointers.flatMap(({ variants, lastGood }) => [...variants, ...Object.values(lastGood)]),
    ...late.flatMap(({ variants }) => variants),
    ...previews.flatMap(({ set_id: id }) => (id === null ? [] : [id])),
  ])
  const wanted = [...ids]
  if (wanted.length === 0) return []
  const rows = await queries.selectFrom('release_set').select(['payload', 'signature', 'key_id']).where('id', '=', anyOf(wanted)).orderBy('id').execute()
  return rows.map(({ payload, signature, key_id: keyId }) => ({ payload, signature, keyId }))
}

interface MadeSnapshot {
  readonly revision: number
  /** When the revision was committed, by the registry's clock; null while nobody knows. */
  readonly committedAt: Date | null
  readonly signed: Signed
}

function snapshots(database: Database<Tables>, signingKey: string) {
  let made: MadeSnapshot | null = null
  const revision = async () => (await database.kysely.selectFrom('ledger').select('revision').executeTakeFirstOrThrow()).revision
  return {
    /** The newest revision; cheap enough to be read several times a second. */
    revision,
    /** The signed snapshot; made once per revision. */
    current: async (): Promise<MadeSnapshot> => {
      if (made?.revision === await revision()) return made
      // One consistent read: a pointer never comes with a set missing.
      made = await database.withTx(async (tx) => {
        const { revision: newest, changed_at: committedAt } = await tx.selectFrom('ledger').select(['revision', 'changed_at']).executeTakeFirstOrThrow()
        const tenants = await tenantPointers(tx)
        const killed = await tx.selectFrom('module_version').select(['name', 'version']).where('withdrawn_at', 'is not', null).orderBy('name').orderBy('version').execute()
        const revoked = await tx.selectFrom('pass').select('id').where('revoked_at', 'is not', null).where('expires_at', '>', new Date()).orderBy('id').execute()
        // Left out where there is none: a site server of the release before takes no field that it does not know.
        const snapshot: Snapshot = { revision: newest, tenants, sets: await pinnedSets(tx, tenants), killed, ...(revoked.length > 0 && { revokedLinks: revoked.map(({ id }) => id) }) }
        return { revision: newest, committedAt, signed: sign(JSON.stringify(snapshot), signingKey) }
      }, { isolation: 'repeatable read' })
      return made
    },
  }
}

/** The snapshot that site servers poll. */
export function snapshotRoutes({ serve, database, signingKey }: Registry): void {
  const { current, revision } = snapshots(database, signingKey)
  serve(getSnapshot, async ({ request, reply }) => {
    const known = request.headers['if-none-match']
    if (known !== undefined && known === `"${await revision()}"`) return reply.code(304).header('etag', known).send()
    const { revision: newest, committedAt, signed } = await current()
    void reply.header('etag', `"${newest}"`)
    // The sites measure propagation by it; it is not signed, because nothing else may depend on it.
    if (committedAt) void reply.header('x-checkin-committed-at', committedAt.toISOString())
    return signed
  })
}
