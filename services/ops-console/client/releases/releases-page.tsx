import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ReplacedKeys } from '../access/replaced-keys.tsx'
import type { Data } from '@checkin/http'
import type { internalContract } from '@checkin/internal'
import { useAttention, useCheckIns, useErrors, useFunnel, useHealth, useReleases } from '../api/queries.ts'
import { useOperator } from '../api/session.ts'
import { AttentionList } from '../attention/attention-page.tsx'
import { QueryResult } from '../frame/query-result.tsx'
import { whole } from '../frame/format.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { OfferFunnel } from '../funnel/funnel-page.tsx'
import { RollOut } from './roll-out.tsx'
import { TenantList } from './tenant-list.tsx'

/** The first page: tenants with what they run right now, and what needs attention. */
export function ReleasesPage() {
  const operator = useOperator()
  const attention = useAttention()
  const funnel = useFunnel()
  const checkIns = useCheckIns()
  const [isOpen, setIsOpen] = useState(false)
  const action = operator.data?.role === 'operator' && <Button type="primary" size="large" onClick={() => { setIsOpen(true) }}>Roll out a version</Button>
  return (
    <>
      <PageHead title="Releases" lead="Which version each tenant runs right now" action={action} />
      <ReplacedKeys />
      <KeyFigures checkIns={checkIns.data} />
      <TenantList />
      <div className="pair">
        <section className="panel"><h2>Offer funnel</h2><QueryResult query={funnel}>{(rows) => <OfferFunnel rows={rows} />}</QueryResult></section>
        <section className="panel"><h2>Needs a person</h2><QueryResult query={attention}>{(rows) => <><AttentionList rows={rows.toSorted((one, other) => one.dueAt.localeCompare(other.dueAt)).slice(0, 8)} />{rows.length > 8 && <Link to="/attention">All {rows.length}</Link>}</>}</QueryResult></section>
      </div>
      {isOpen && <RollOutNow onClose={() => { setIsOpen(false) }} />}
    </>
  )
}

/** The form needs every tenant, which the list does not have. */
function RollOutNow({ onClose }: { readonly onClose: () => void }) {
  const releases = useReleases()
  return releases.data ? <RollOut tenants={releases.data.tenants} revision={releases.data.revision} onClose={onClose} /> : null
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
