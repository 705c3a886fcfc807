import { Skeleton } from 'antd'
import { useParams } from 'react-router-dom'
import { useTenants } from '../api/tenants.ts'
import { Asked } from '../frame/asked.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { TenantForm } from './tenant-form.tsx'

/** One tenant's settings. The form keeps the revision that it was opened with, so nobody overwrites what they did not see. */
export function TenantPage() {
  const { id } = useParams()
  const tenants = useTenants()
  return (
    <Asked query={tenants}>
      {(rows) => {
        const tenant = rows.find((row) => row.id === id)
        if (!tenant) return tenants.isFetching ? <Skeleton active /> : <PageHead title="Unknown tenant" lead="There is no such tenant, or your token does not reach it" />
        return (
          <>
            <PageHead title={tenant.settings.firmName} lead={tenant.host} />
            <TenantForm key={tenant.id} tenant={tenant} />
          </>
        )
      }}
    </Asked>
  )
}
