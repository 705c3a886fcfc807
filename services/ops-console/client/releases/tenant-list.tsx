import { Button, Input, Pagination, Select } from 'antd'
import { Link } from 'react-router'
import { type TenantRow, tenantsPerPage, type TenantState } from '@checkin/registry'
import { shortName } from '@checkin/registry/words'
import { useTenantSearch } from '../api/queries.ts'
import { moduleNamesWith, Moment } from '../frame/format.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { useAddress } from '../frame/use-address.ts'
import { VersionPills } from './version-pills.tsx'

/** States as operators say them. */
export const stateNames: Readonly<Record<TenantState, string>> = {
  'rolling-out': 'rolling out', waiting: 'waits for somebody', stopped: 'plan stopped', 'taken-back': 'taken back', killed: 'version killed', frozen: 'frozen', steady: 'steady',
}
const followNames: Readonly<Record<string, string>> = { inherit: 'the default' }

const filters = [['state', 'State', stateNames], ['follows', 'Follows', followNames], ['group', 'Group', {}]] as const

/** Which tenants are shown, as the address of the page says. */
function useSearch() {
  const address = useAddress()
  const query = { search: address.of('search'), state: address.of('state') as TenantState | '', follows: address.of('follows'), group: address.of('group'), page: Number(address.of('page')) || 1 }
  const choose = (values: Readonly<Record<string, string>>): void => { address.choose({ page: '', ...values }) }
  return { query, choose, isFiltered: query.search !== '' || query.state !== '' || query.follows !== '' || query.group !== '' }
}

/** Tenants with what they run, fifty at a time, found by the server (DEC-220). The choice stands in the address. */
export function TenantList() {
  const { query, choose, isFiltered } = useSearch()
  const found = useTenantSearch(query)
  return (
    <section className="panel" aria-label="Tenants">
      <form className="filters" role="search" onSubmit={(event) => { event.preventDefault() }}>
        <label>Host <Input type="search" value={query.search} placeholder="part of a host" onChange={({ target }) => { choose({ search: target.value }) }} /></label>
        {filters.map(([name, title, names]) => {
          const options = (found.data?.[name === 'state' ? 'states' : name === 'group' ? 'groups' : name] ?? [])
            .map(({ name: value, tenants }) => ({ value, label: `${(names as Readonly<Record<string, string>>)[value] ?? value} (${tenants})` }))
          return (
            <label key={name}>{title}{' '}
              <Select aria-label={title} allowClear showSearch placeholder="any" notFoundContent="None" value={query[name] === '' ? null : query[name]} options={options} onChange={(value: string | undefined) => { choose({ [name]: value ?? '' }) }} />
            </label>
          )
        })}
        {isFiltered && <Button onClick={() => { choose({ search: '', state: '', follows: '', group: '' }) }}>Show all</Button>}
      </form>
      <QueryResult query={found}>
        {({ tenants, found: count, all, page }) => (
          <>
            <p className="legend" role="status">{isFiltered ? `${count} of ${all} tenants` : `${all} tenants`}</p>
            {all === 0 && <p>No tenant has a release yet. Make one under Tenants, then give it its first versions by “Roll out a version”.</p>}
            {all > 0 && count === 0 && <p>No tenant matches. Show all, or look for less.</p>}
            {count > 0 && <Tenants tenants={tenants} />}
            {count > tenantsPerPage && (
              <Pagination current={page} pageSize={tenantsPerPage} total={count} showSizeChanger={false} showTitle={false} onChange={(next) => { choose({ page: next === 1 ? '' : String(next) }) }} />
            )}
          </>
        )}
      </QueryResult>
    </section>
  )
}

/** A table, which on a phone becomes a card for each tenant; the roles keep it a table for who cannot see it. */
function Tenants({ tenants }: { readonly tenants: readonly TenantRow[] }) {
  const names = moduleNamesWith(tenants.flatMap(({ modules }) => Object.keys(modules)))
  return (
    <div className="scroll cards" role="region" aria-label="Versions" tabIndex={0}>
      <table className="matrix num" role="table">
        <caption className="hidden">Versions by host and module</caption>
        <thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Host</th>{names.map((name) => <th key={name} role="columnheader" scope="col">{shortName(name)}</th>)}<th role="columnheader" scope="col">Last change</th></tr></thead>
        <tbody role="rowgroup">
          {tenants.map((tenant) => (
            <tr key={tenant.host} role="row" data-host={tenant.host}>
              <th role="rowheader" scope="row">
                <Link to={`/releases/${tenant.host}`}>{tenant.host}</Link>
                <span className="states">
                  {tenant.states.filter((state) => state !== 'steady').map((state) => <span key={state} className={`pill ${state === 'killed' || state === 'stopped' ? 'back' : 'canary'}`} {...(state === 'frozen' && tenant.frozen !== null && { title: tenant.frozen })}>{stateNames[state]}</span>)}
                  {(tenant.groups ?? []).map((group) => <span key={group} className="pill">{group}</span>)}
                </span>
              </th>
              {names.map((module) => <td key={module} role="cell" data-module={module} data-name={shortName(module)}><VersionPills tenant={tenant} module={module} /></td>)}
              <td role="cell" data-name="Last change"><span><Moment at={tenant.changedAt} />, {tenant.changedBy}</span></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
