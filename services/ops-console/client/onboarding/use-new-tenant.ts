import { useMutation, useQueryClient } from '@tanstack/react-query'
import { internalContract as internal, TenantSettings } from '@checkin/internal'
import { getTenant, setPointer } from '@checkin/registry'
import { call, CallError } from '../api/client.ts'
import type { NewTenant } from './new-tenant.ts'

/** Whether a call was refused because what it makes is there: the press before made it, and its answer did not come. */
const isThere = (error: unknown): boolean => error instanceof CallError && error.status === 412

/** Makes a tenant: its settings first, then the versions that its renters get. Each part may be pressed again; what the first press made stays. */
export function useNewTenant() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, host, versionsOf, settings }: NewTenant): Promise<void> => {
      const { error: wrong } = TenantSettings.safeParse(settings)
      if (wrong) throw new CallError(0, `This cannot be used: ${wrong.issues.map(({ path }) => path.join('.')).join(', ')}`)
      await call(internal.putTenant, { params: { id }, body: { host, settings } }, { ifMatch: 0 }).catch(async (error: unknown) => {
        const there = isThere(error) && (await call(internal.listTenantSummaries)).tenants.some((tenant) => tenant.id === id && tenant.host === host)
        if (!there) throw error
      })
      const { modules } = await call(getTenant, { params: { host: versionsOf } })
      await call(setPointer, { params: { host }, body: { modules, reason: `a new tenant, with the versions of ${versionsOf}` } }, { ifMatch: 0 }).catch((error: unknown) => { if (!isThere(error)) throw error })
    },
    onSettled: () => Promise.all(['tenants', 'releases', 'changes', 'audit'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
