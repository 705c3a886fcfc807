import { addAttestation, type AttestationView, getProvenance, listAttestations } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import type * as z from 'zod'
import type { Registry } from '../registry.ts'
import type { Queries } from '../storage/ledger.ts'
import { keepAttestation } from './attestations.ts'

type View = z.infer<typeof AttestationView>

async function views(queries: Queries, about: { readonly id: number } | { readonly subject: string }): Promise<View[]> {
  const rows = await queries.selectFrom('attestation').innerJoin('runner_key as runner', 'runner.key_id', 'attestation.key_id')
    .selectAll('attestation').select('runner.label').where((where) => ('id' in about ? where('attestation.id', '=', about.id) : where('attestation.subject', '=', about.subject)))
    .orderBy('attestation.id', 'desc').limit(100).execute()
  return rows.map(({ id, kind, passed, subject, key_id: keyId, label: runner, at, received_at: receivedAt, envelope }) =>
    ({ id, kind, passed, subject, keyId, runner, at: at.toISOString(), receivedAt: receivedAt.toISOString(), envelope }))
}

/** What runners attested, and how versions were built (DEC-189). */
export function attestationRoutes({ serve, database, changeOf }: Registry): void {
  serve(addAttestation, async ({ body: { envelope }, actor, reply }) => {
    const { id, isNew } = await changeOf('sets', (change) => keepAttestation(change, envelope, actor.label))
    const [view] = await views(database.kysely, { id })
    if (!view) throw new Error(`The attestation ${id} is gone`)
    void reply.code(isNew ? 201 : 200)
    return view
  })

  serve(listAttestations, async ({ query: { subject } }) => ({ attestations: await views(database.kysely, { subject }) }))

  serve(getProvenance, async ({ params: { name, version } }) => {
    const row = await database.kysely.selectFrom('module_version').select(['statement', 'published_by', 'published_at', 'key_id']).where('name', '=', name).where('version', '=', version).executeTakeFirst()
    if (!row) throw new ServiceError(404, 'UnknownVersion', `${name}@${version} is not published`)
    const key = await database.kysely.selectFrom('publisher_key').select('public_key').where('module', '=', name).where('key_id', '=', row.key_id).executeTakeFirst()
    return { name, version, publishedBy: row.published_by, publishedAt: row.published_at.toISOString(), statement: row.statement, publicKey: key?.public_key ?? null }
  })
}
