import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ReplacedKeys } from '../access/replaced-keys.tsx'
import { useAttention, useCheckIns, useFunnel } from '../api/overview.ts'
import { useReleases, type TenantRelease } from '../api/registry.ts'
import { useOperator } from '../api/session.ts'
import { AttentionList } from '../attention/attention-list.tsx'
import { Asked } from '../frame/asked.tsx'
import { Moment } from '../frame/moment.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { OfferFunnel } from '../funnel/offer-funnel.tsx'
import { KeyFigures } from './key-figures.tsx'
import { moduleNames, shortName } from './modules.ts'
import { RollOut } from './roll-out.tsx'
import { VersionPills } from './version-pills.tsx'

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
        <Asked query={releases}>{({ tenants }) => <ReleaseMatrix tenants={tenants} />}</Asked>
      </section>
      <div className="pair">
        <section className="panel"><h2>Offer funnel</h2><Asked query={funnel}>{(rows) => <OfferFunnel rows={rows} />}</Asked></section>
        <section className="panel"><h2>Needs a person</h2><Asked query={attention}>{(rows) => <AttentionList rows={rows.slice(0, 8)} />}</Asked></section>
      </div>
      {isOpen && releases.data && <RollOut tenants={releases.data.tenants} revision={releases.data.revision} onClose={() => { setIsOpen(false) }} />}
    </>
  )
}

interface ReleaseMatrixProps { readonly tenants: readonly TenantRelease[] }

function ReleaseMatrix({ tenants }: ReleaseMatrixProps) {
  return (
    <div className="scroll">
      <table className="matrix num">
        <caption className="hidden">Versions by host and module</caption>
        <thead><tr><th scope="col">Host</th>{moduleNames.map((name) => <th key={name} scope="col">{shortName(name)}</th>)}<th scope="col">Last change</th></tr></thead>
        <tbody>
          {tenants.map((tenant) => (
            <tr key={tenant.host} data-host={tenant.host}>
              <th scope="row"><Link to={`/releases/${tenant.host}`}>{tenant.host}</Link>{tenant.frozen !== null && <> <span className="pill canary" title={tenant.frozen}>frozen</span></>}</th>
              {moduleNames.map((module) => <td key={module} data-module={module}><VersionPills tenant={tenant} module={module} wasTakenBack={tenant.changedBy === 'registry'} /></td>)}
              <td><Moment at={tenant.changedAt} />, {tenant.changedBy}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
