import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ReplacedKeys } from '../access/replaced-keys.tsx'
import type { Data } from '@checkin/http'
import type { internalContract } from '@checkin/internal'
import type { TenantSummary } from '@checkin/registry'
import { useAttention, useCheckIns, useErrors, useFunnel, useHealth, useReleases } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { AttentionList } from '../attention/attention-page.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { moduleNamesWith, Moment, shortName, whole } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { OfferFunnel } from '../funnel/funnel-page.tsx'
import { RollOut } from './roll-out.tsx'

/** The first page: which version each host runs right now, and what needs attention. */
export function ReleasesPage() {
  const releases = useReleases()
  const operator = useOperator()
  const attention = useAttention()
  const funnel = useFunnel()
  const checkIns = useCheckIns()
  const [isOpen, setIsOpen] = useState(false)
  const action = operator.data?.role === 'operator' && <Button type="primary" size="large" onClick={() => { setIsOpen(true) }}>Roll out a version</Button>
  return (
    <>
      <PageHead title="Releases" lead="Which version each host runs right now" action={action} />
      <ReplacedKeys />
      <KeyFigures checkIns={checkIns.data} />
      <section className="panel">
        <QueryResult query={releases}>{({ tenants }) => <ReleaseMatrix tenants={tenants} />}</QueryResult>
      </section>
      <div className="pair">
        <section className="panel"><h2>Offer funnel</h2><QueryResult query={funnel}>{(rows) => <OfferFunnel rows={rows} />}</QueryResult></section>
        <section className="panel"><h2>Needs a person</h2><QueryResult query={attention}>{(rows) => <AttentionList rows={rows.slice(0, 8)} />}</QueryResult></section>
      </div>
      {isOpen && releases.data && <RollOut tenants={releases.data.tenants} revision={releases.data.revision} onClose={() => { setIsOpen(false) }} />}
    </>
  )
}

function ReleaseMatrix({ tenants }: { readonly tenants: readonly TenantSummary[] }) {
  const names = moduleNamesWith(tenants.flatMap(({ modules }) => Object.keys(modules)))
  return (
    <div className="scroll">
      <table className="matrix num">
        <caption className="hidden">Versions by host and module</caption>
        <thead><tr><th scope="col">Host</th>{names.map((name) => <th key={name} scope="col">{shortName(name)}</th>)}<th scope="col">Last change</th></tr></thead>
        <tbody>
          {tenants.map((tenant) => (
            <tr key={tenant.host} data-host={tenant.host}>
              <th scope="row"><Link to={`/releases/${tenant.host}`}>{tenant.host}</Link>{tenant.frozen !== null && <> <span className="pill canary" title={tenant.frozen}>frozen</span></>}</th>
              {names.map((module) => <td key={module} data-module={module}><VersionPills tenant={tenant} module={module} /></td>)}
              <td><Moment at={tenant.changedAt} />, {tenant.changedBy}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const hourMs = 3_600_000

/** What new sessions get of one module: the version, and beside it a version that only some get. Words as well as colours. */
export function VersionPills({ tenant, module }: { readonly tenant: TenantSummary; readonly module: string }) {
  const version = tenant.modules[module]
  if (version === undefined) return <span className="pill off">off</span>
  const canaries = tenant.rollouts.filter((rollout) => module in rollout.modules)
  const wasRolledBack = tenant.changedBy === 'registry'
  const isNew = tenant.lastGood[module] !== undefined && Date.now() - Date.parse(tenant.changedAt) < hourMs
  return (
    <>
      <span className={isNew ? (wasRolledBack ? 'pill back' : 'pill new') : 'pill'}>{version}{isNew && (wasRolledBack ? ' rolled back' : ' new')}</span>
      {canaries.map(({ id, modules, percent }) => <span key={id} className="pill canary">{modules[module]} at {percent} %</span>)}
    </>
  )
}

/** The day in four figures. A dash stands where nothing is known. */
export function KeyFigures({ checkIns }: { readonly checkIns: Data<typeof internalContract.countCheckIns>['rows'] | undefined }) {
  const health = useHealth()
  const errors = useErrors()
  const loads = (health.data?.vitals ?? []).filter(({ name }) => name === 'load')
  const slowest = loads.length === 0 ? '–' : `≤ ${Math.max(...loads.map(({ p75 }) => p75 ?? 4000))} ms`
  const hourAgo = Date.now() - 3_600_000
  const recent = errors.data?.filter(({ lastAt }) => Date.parse(lastAt) > hourAgo).length
  const started = checkIns?.reduce((sum, row) => sum + row.started, 0)
  const completed = checkIns?.reduce((sum, row) => sum + row.completed, 0)
  const share = started !== undefined && completed !== undefined && started > 0 ? `${(completed / started * 100).toFixed(1)} %` : '–'
  return (
    <div className="strip num">
      <div><b>{started === undefined ? '–' : whole.format(started)}</b><span>check-ins opened today</span></div>
      <div><b>{share}</b><span>of them are complete</span></div>
      <div><b>{slowest}</b><span>module load, 75 % of pages, slowest module</span></div>
      <div><b className={recent !== undefined && recent > 0 ? 'bad' : ''}>{recent ?? '–'}</b><span>kinds of error in the last hour</span></div>
    </div>
  )
}
