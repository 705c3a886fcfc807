import { getSnapshot } from '@checkin/registry'
import { datedSnapshotHeader, type Signed, type Snapshot, snapshotTag, snapshotTimes, type TenantPointer } from '@checkin/releases'
import { privateKeysIn, publicKeyOf, sign, verify } from '@checkin/releases/signing'
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
  /** With an end, or as sites of the release before take it. */
  readonly issuedAt: Date | null
  readonly signed: Signed
}

/** Signs stored sets for their purpose. They are stored as the release before signed them, whose servers may run beside this one: by the present key or a former one (DEC-307). What does not hold is left as it is, and no site takes it. */
function setSigner(signingKey: string): (stored: Signed) => Signed {
  const publicKeys = privateKeysIn(signingKey).map(publicKeyOf).join('')
  const known = new Map<string, Signed>()
  return (stored) => {
    const signed = known.get(stored.signature) ?? (verify(stored, publicKeys) ? sign(stored.payload, signingKey, 'set') : stored)
    known.set(stored.signature, signed)
    return signed
  }
}

type Form = 'former' | 'dated'

function snapshots({ database, signingKey, clock }: Pick<Registry, 'database' | 'signingKey' | 'clock'>) {
  const made: Partial<Record<Form, MadeSnapshot>> = {}
  const under: Partial<Record<Form, Promise<MadeSnapshot>>> = {}
  const signSet = setSigner(signingKey)
  const revision = async () => (await database.kysely.selectFrom('ledger').select('revision').executeTakeFirstOrThrow()).revision
  const isFresh = (issuedAt: number): boolean => Math.abs(clock().getTime() - issuedAt) < snapshotTimes.renewedAfterMs

  const signedAs = (form: Form, content: Snapshot): Pick<MadeSnapshot, 'issuedAt' | 'signed'> => {
    if (form === 'former') return { issuedAt: null, signed: sign(JSON.stringify(content), signingKey) }
    const issuedAt = clock()
    const dated: Snapshot = {
      ...content, sets: content.sets.map(signSet), purpose: 'snapshot', issuedAt: issuedAt.toISOString(), expiresAt: new Date(issuedAt.getTime() + snapshotTimes.lastsMs).toISOString(),
    }
    return { issuedAt, signed: sign(JSON.stringify(dated), signingKey, 'snapshot') }
  }

  // One consistent read: a pointer never comes with a set missing.
  const make = (form: Form): Promise<MadeSnapshot> => database.withTx(async (tx) => {
    const { revision: newest, changed_at: committedAt } = await tx.selectFrom('ledger').select(['revision', 'changed_at']).executeTakeFirstOrThrow()
    const tenants = await tenantPointers(tx)
    const killed = await tx.selectFrom('module_version').select(['name', 'version']).where('withdrawn_at', 'is not', null).orderBy('name').orderBy('version').execute()
    const revoked = await tx.selectFrom('pass').select('id').where('revoked_at', 'is not', null).where('expires_at', '>', new Date()).orderBy('id').execute()
    // Left out where there is none: a site server of the release before takes no field that it does not know.
    const content: Snapshot = { revision: newest, tenants, sets: await pinnedSets(tx, tenants), killed, ...(revoked.length > 0 && { revokedLinks: revoked.map(({ id }) => id) }) }
    return { revision: newest, committedAt, ...signedAs(form, content) }
  }, { isolation: 'repeatable read' })

  return {
    /**
     * Whether a site that names what it has has the newest: this revision, and, with an end, one that is not to be renewed yet, whichever server of the
     * registry signed it. Cheap enough to be asked several times a second.
     */
    isNewest: async (tag: string, form: Form): Promise<boolean> => {
      const [, known, issued] = /^"(\d{1,15})(?:-(\d{1,15}))?"$/.exec(tag) ?? []
      return known !== undefined && (form === 'former' || (issued !== undefined && isFresh(Number(issued)))) && Number(known) === await revision()
    },
    /** The signed snapshot; made once per revision and, with an end, anew before it expires. */
    current: async (form: Form): Promise<MadeSnapshot> => {
      const last = made[form]
      if (last?.revision === await revision() && (last.issuedAt === null || isFresh(last.issuedAt.getTime()))) return last
      // Many sites ask at the same moment; one of them has it made.
      const making = (under[form] ??= make(form).finally(() => { delete under[form] }))
      return (made[form] = await making)
    },
  }
}

/** The snapshot that site servers poll: with an end for those that ask so, as before for sites of the release before. */
export function snapshotRoutes(registry: Registry): void {
  const { isNewest, current } = snapshots(registry)
  registry.serve(getSnapshot, async ({ request, reply }) => {
    const form = request.headers[datedSnapshotHeader] === undefined ? 'former' : 'dated'
    const known = request.headers['if-none-match']
    if (known !== undefined && await isNewest(known, form)) return reply.code(304).header('etag', known).send()
    const { revision, issuedAt, committedAt, signed } = await current(form)
    void reply.header('etag', snapshotTag({ revision, issuedAt: issuedAt?.toISOString() }))
    // The sites measure propagation by it; it is not signed, because nothing else may depend on it.
    if (committedAt) void reply.header('x-checkin-committed-at', committedAt.toISOString())
    return signed
  })
}
