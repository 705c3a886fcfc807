import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'

export interface TenantModule { readonly viewTag: string; readonly isEnabled: boolean; readonly skipAllowed: boolean }
export interface FieldRule { readonly visible: boolean; readonly mandatory: boolean }
export type RuleSet = Readonly<Record<string, FieldRule>>

/** Settings of a tenant as the reservation API keeps them (its features/tenants/tenant-settings.ts); what this page does not know goes back as it came. */
export interface TenantSettings {
  readonly firmName: string
  readonly firmLogo: string
  readonly cssPrimary: string | null
  readonly primaryBtn: { readonly color: string; readonly backgroundColor: string } | null
  readonly currency: string
  readonly timeZone: string
  readonly phone: string
  readonly sender: string
  readonly isUploadAvailable: boolean
  readonly isUploadMandatory: boolean
  readonly isDocumentScanAvailable: boolean
  readonly modules: readonly TenantModule[]
  readonly fieldRules: { readonly main: { readonly fields: RuleSet; readonly second: RuleSet }; readonly additional: RuleSet }
  readonly documentRetentionDays: number
  readonly gateways: readonly { readonly code: string; readonly name: string }[]
  readonly terms: readonly string[]
}

export interface Tenant {
  readonly id: string
  readonly host: string
  readonly revision: number
  readonly changedAt: string
  readonly settings: TenantSettings
}

export const useTenants = () => useQuery({ queryKey: ['tenants'], queryFn: () => call<{ tenants: readonly Tenant[] }>('/tenants').then(({ tenants }) => tenants) })

/** Stores settings against the revision that the operator saw; a CallError 412 says that somebody else was quicker. */
export function useStoreTenant() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, host, revision, settings }: Pick<Tenant, 'id' | 'host' | 'revision' | 'settings'>) =>
      call<{ revision: number }>(`/tenants/${id}`, { method: 'PUT', ifMatch: revision, body: { host, settings } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
  })
}
