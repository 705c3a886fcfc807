import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { SettingsDraft, TenantForOperators } from '@checkin/internal'
import { useTenant } from '../api/queries.ts'
import { Coming } from '../frame/coming.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { useSettingsDraft } from './settings-queries.ts'

/** What is edited: a tenant, or a draft of its settings. */
export interface TenantOrDraft {
  readonly tenant: TenantForOperators
  /** The draft that is edited, whose settings and revision the tenant has then; the tenant itself without. */
  readonly draft?: Pick<SettingsDraft, 'draftId' | 'note'>
}

/** The tenant of the address, once it is there. */
export function WithTenant({ children }: { readonly children: (tenant: TenantForOperators) => ReactNode }) {
  const { id = '' } = useParams()
  const found = useTenant(id)
  return (
    <QueryResult query={found}>
      {(tenant) => {
        if (!tenant) return found.isFetching ? <Coming /> : <PageHead title="Unknown tenant" lead="There is no such tenant, or your token does not reach it" />
        return children(tenant)
      }}
    </QueryResult>
  )
}

/** The same with the settings of the draft that the address names; `head` needs the tenant alone. Mount what edits by its `key`. */
export function WithTenantOrDraft({ head, children }: { readonly head: (tenant: TenantForOperators) => ReactNode; readonly children: (edited: TenantOrDraft, key: string) => ReactNode }) {
  const { id = '' } = useParams()
  const draftId = useSearchParams()[0].get('draft') ?? ''
  const draft = useSettingsDraft(id, draftId)
  return (
    <WithTenant>
      {(tenant) => (
        <>
          {head(tenant)}
          {draftId === '' ? children({ tenant }, tenant.id)
            : <QueryResult query={draft}>{({ draft: kept, settings }) => children({ tenant: { ...tenant, settings, revision: kept.baseRevision }, draft: kept }, kept.draftId)}</QueryResult>}
        </>
      )}
    </WithTenant>
  )
}
