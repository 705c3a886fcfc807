import { Asked } from '../frame/asked.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { useFunnel } from '../api/overview.ts'
import { OfferFunnel } from './offer-funnel.tsx'

/** What renters made of the offers, per tenant. */
export function FunnelPage() {
  const funnel = useFunnel()
  return (
    <>
      <PageHead title="Funnel" lead="What renters made of the offers they saw" />
      <Asked query={funnel}>
        {(rows) => [...new Set(rows.map(({ host }) => host))].map((host) => (
          <section className="panel" key={host}>
            <h2>{host}</h2>
            <OfferFunnel rows={rows.filter((row) => row.host === host)} />
          </section>
        ))}
      </Asked>
      {funnel.data?.length === 0 && <p className="panel">No renter has answered an offer yet.</p>}
    </>
  )
}
