import { internalContract } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import type { Tables } from '../../tables.ts'
import { letterheadOf, requireTenant } from '../../tenants/tenant-store.ts'
import { approvalNeeded } from '../../tenants/settings-drafts.ts'
import { isSettable, readContent } from '../../agreement/terms/terms-content.ts'
import { termsBytes } from '../../agreement/terms/terms-documents.ts'
import { decideTermsDraft, fullTermsDraft, lockedTenant, requireSettable, requireTermsDraft, saveTermsDraft, termsDraftsOf, termsDraftView } from '../../agreement/terms/terms-drafts.ts'
import { allVersions, putVersion, todayAt } from '../../agreement/terms/terms-store.ts'
import type { ServeOperators } from './operator-calls.ts'

const mostDrafts = 50

/**
 * The documents that a company has its renters agree to, by tag, language and day from which they are valid (plain date in the tenant's
 * time zone). Versions are added and never changed; drafts of them are submitted and approved as those of settings (DEC-348).
 */
export function termsRoutes(serve: ServeOperators, { database }: { readonly database: Database<Tables> }): void {
  serve(internalContract.listTermsVersions, async ({ params }) => {
    const tenant = await requireTenant(database.kysely, params.id)
    const { id, settings: { settingsApproval: needsApproval } } = tenant
    const [versions, drafts, today] = await database.withTenant(id, async (transaction) => [await allVersions(transaction, id), await termsDraftsOf(transaction, id, mostDrafts), await todayAt(transaction, tenant)] as const)
    return {
      versions: versions.map(({ createdAt, acceptances, ...version }) => ({ ...version, createdAt: createdAt.toISOString(), acceptances: acceptances ?? 0 })),
      drafts: drafts.map(termsDraftView), today, needsApproval,
    }
  })

  serve(internalContract.getTermsVersion, async ({ params: { id, tag, language, validFrom } }) => {
    const row = await database.withTenant(id, (transaction) => transaction.selectFrom('terms_document').selectAll()
      .where('tenant_id', '=', id).where('tag', '=', tag).where('language', '=', language).where('valid_from', '=', validFrom).executeTakeFirst())
    if (!row) throw new ServiceError(404, 'NotFound', 'There is no such version')
    return { tag, language, validFrom, hash: row.hash, actor: row.actor, createdAt: row.created_at.toISOString(), content: readContent(row) }
  })

  serve(internalContract.putTermsVersion, async ({ actor, params: { id, ...version }, body: content, reply }) => {
    if (!isSettable(version.language, content)) throw new ServiceError(400, 'InvalidRequest', 'Terms in a language from right to left are put as a PDF of your own')
    const put = await database.withTenant(id, async (transaction) => {
      const tenant = await lockedTenant(transaction, id)
      return putVersion(transaction, tenant, { ...version, content, actor, isApproved: !tenant.settings.settingsApproval })
    })
    if (put.kind === 'unapproved') throw approvalNeeded()
    if (put.kind === 'taken') throw new ServiceError(409, 'CannotUpdate', 'This version says something else already; put one that is valid from another day')
    if (put.kind === 'past') throw new ServiceError(400, 'InvalidRequest', 'Renters were shown another text on that day')
    if (put.kind === 'stored') void reply.code(201)
    return { ...version, hash: put.hash }
  })

  const { getTermsDraft, putTermsDraft, decideTermsDraft: decide, previewTerms } = internalContract
  serve(getTermsDraft, async ({ params: { id, draftId } }) => {
    await requireTenant(database.kysely, id)
    return fullTermsDraft(await database.withTenant(id, (transaction) => requireTermsDraft(transaction, { tenantId: id, id: draftId })))
  })
  serve(putTermsDraft, async ({ actor, identity, params: { id, draftId }, body }) =>
    fullTermsDraft(await database.withTenant(id, (transaction) => saveTermsDraft(transaction, { tenantId: id, id: draftId }, body, { actor, identity }))))
  serve(decide, async ({ actor, identity, params: { id, draftId }, body }) =>
    fullTermsDraft(await database.withTenant(id, (transaction) => decideTermsDraft(transaction, { tenantId: id, id: draftId }, body, { actor, identity }))))

  serve(previewTerms, async ({ params: { id }, body: { content, ...version } }) => {
    const tenant = await requireTenant(database.kysely, id)
    requireSettable(version.language, content)
    return termsBytes(content, version, letterheadOf(tenant))
  })
}
