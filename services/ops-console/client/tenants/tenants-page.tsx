import { Link } from 'react-router'
import type { TenantSummary } from '@checkin/internal'
import { useTenantChanges, useTenants } from '../api/queries.ts'
import { QueryResult } from '../frame/query-result.tsx'
import { Moment } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { WideTable } from '../frame/tables.tsx'

/** Every tenant in reach, and who changed what of them. */
export function TenantsPage() {
  const tenants = useTenants()
  const changes = useTenantChanges()
  return (
    <>
      <PageHead title="Tenants" lead="What renters of each host see, and who changed it" action={<Link to="/new-tenant">A new tenant</Link>} />
      <section className="panel">
        <QueryResult query={tenants}>
          {(rows) => (
            <WideTable<TenantSummary>
              label="Tenants" rowKey="id" pagination={rows.length > 20 ? { pageSize: 20 } : false} rows={rows}
              columns={[
                { title: 'Host', render: (_, { id, host }) => <Link to={`/tenants/${id}`}>{host}</Link> },
                { title: 'Name', dataIndex: 'firmName' },
                { title: 'Currency', dataIndex: 'currency' },
                { title: 'Time zone', dataIndex: 'timeZone' },
                { title: 'Steps that are on', dataIndex: 'steps' },
                { title: 'Ways to pay', render: (_, { gateways }) => gateways.join(', ') || 'at the counter' },
                { title: 'Changed', render: (_, { changedAt }) => <Moment at={changedAt} /> },
              ]}
            />
          )}
        </QueryResult>
      </section>
      <section className="panel">
        <h2>Latest changes</h2>
        <QueryResult query={changes}>
          {(rows) => (
            <ul className="attention">
              {rows.slice(0, 20).map(({ host, revision, at, actor, fields }) => (
                <li key={`${host} ${at} ${fields.join()}`}><Moment at={at} />: {actor} {fields.includes('firmName') && revision === 1 ? 'made' : `changed ${fields.join(', ') || 'the host name'} of`} <b>{host}</b>{revision > 0 && ` (revision ${revision})`}</li>
              ))}
            </ul>
          )}
        </QueryResult>
      </section>
    </>
  )
}
