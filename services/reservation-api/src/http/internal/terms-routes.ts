import { directionOf } from '@checkin/api/languages'
import { internalContract } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import type { Tables } from '../../tables.ts'
import { requireTenant } from '../../tenants/tenant-store.ts'
import { readContent } from '../../agreement/terms/terms-content.ts'
import { allVersions, putVersion } from '../../agreement/terms/terms-store.ts'
import type { ServeOperators } from './operator-calls.ts'

/**
 * The documents that a company has its renters agree to, by tag, language and day from which they are valid (plain date in the tenant's
 * time zone). Versions are added and never changed.
 */
export function termsRoutes(serve: ServeOperators, { database }: { readonly database: Database<Tables> }): void {
  serve(internalContract.listTermsVersions, async ({ params }) => {
    const { id } = await requireTenant(database.kysely, params.id)
    const versions = await database.withTenant(id, (transaction) => allVersions(transaction, id))
    return { versions: versions.map(({ createdAt, acceptances, ...version }) => ({ ...version, createdAt: createdAt.toISOString(), acceptances: acceptances ?? 0 })) }
  })

  serve(internalContract.getTermsVersion, async ({ params: { id, tag, language, validFrom } }) => {
    const row = await database.withTenant(id, (transaction) => transaction.selectFrom('terms_document').selectAll()
      .where('tenant_id', '=', id).where('tag', '=', tag).where('language', '=', language).where('valid_from', '=', validFrom).executeTakeFirst())
    if (!row) throw new ServiceError(404, 'NotFound', 'There is no such version')
    return { tag, language, validFrom, hash: row.hash, actor: row.actor, createdAt: row.created_at.toISOString(), content: readContent(row) }
  })

  serve(internalContract.putTermsVersion, async ({ actor, params: { id, ...version }, body: content, reply }) => {
    const tenant = await requireTenant(database.kysely, id)
    // We set no line that runs from right to left (decision 0161); the company's own file is as it is.
    if (content.kind === 'text' && directionOf(version.language) === 'rtl') throw new ServiceError(400, 'InvalidRequest', 'Terms in a language from right to left are put as a PDF of your own')
    const put = await database.withTenant(id, (transaction) => putVersion(transaction, tenant, { ...version, content, actor }))
    if (put.kind === 'taken') throw new ServiceError(409, 'CannotUpdate', 'This version says something else already; put one that is valid from another day')
    if (put.kind === 'past') throw new ServiceError(400, 'InvalidRequest', 'Renters were shown another text on that day')
    if (put.kind === 'stored') void reply.code(201)
    return { ...version, hash: put.hash }
  })
}
