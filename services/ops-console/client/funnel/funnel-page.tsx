import { QueryResult } from '../frame/query-result.tsx'
import { PageHead } from '../frame/page-head.tsx'
import type { Data } from '@checkin/http'
import type { internalContract } from '@checkin/internal'
import { useFunnel } from '../api/queries.ts'

/** What renters made of the offers, per tenant. */
export function FunnelPage() {
  const funnel = useFunnel()
  return (
    <>
      <PageHead title="Funnel" lead="What renters made of the offers they saw" />
      <QueryResult query={funnel}>
        {(rows) => [...new Set(rows.map(({ host }) => host))].map((host) => (
          <section className="panel" key={host}>
            <h2>{host}</h2>
            <OfferFunnel rows={rows.filter((row) => row.host === host)} />
          </section>
        ))}
      </QueryResult>
      {funnel.data?.length === 0 && <p className="panel">No renter has answered an offer yet.</p>}
    </>
  )
}

const offers = [['adview', 'Additional driver'], ['upview', 'Upgrade'], ['exview', 'Extras']] as const
const outcomes = [['accepted', 'accepted'], ['rejected', 'rejected'], ['skipped', 'skipped']] as const

/** How an action of API-34 counts: completing an offer's step is taking it. */
const outcomeOf = (action: string): (typeof outcomes)[number][0] => (action === 'reject' ? 'rejected' : action === 'skip' ? 'skipped' : 'accepted')

/** One lane per offer: accepted, rejected, skipped, of the reservations that saw it. Figures stand beside the bars, so colour is never alone. */
export function OfferFunnel({ rows }: { readonly rows: Data<typeof internalContract.countOfferAnswers>['rows'] }) {
  return (
    <div className="funnel">
      {offers.map(([viewTag, name]) => {
        const of = rows.filter((row) => row.viewTag === viewTag)
        const seen = of.reduce((sum, { reservations }) => sum + reservations, 0)
        const share = (outcome: string): number => seen === 0 ? 0 : of.filter(({ action }) => outcomeOf(action) === outcome).reduce((sum, { reservations }) => sum + reservations, 0) / seen
        const figures = outcomes.map(([outcome, word]) => `${Math.round(share(outcome) * 100)} % ${word}`).join(', ')
        return (
          <div key={viewTag}>
            <span>{name} <small>{viewTag}</small></span>
            <span className="lanes" aria-hidden="true">{outcomes.map(([outcome]) => <i key={outcome} className={outcome} style={{ inlineSize: `${share(outcome) * 100}%` }} />)}</span>
            <span className="num">{seen === 0 ? 'not seen yet' : <><b>{Math.round(share('accepted') * 100)} %</b> of {seen}</>}</span>
            <span className="hidden">{figures}</span>
          </div>
        )
      })}
      <p className="legend">Green accepted, clay rejected, pale skipped. Rates are of reservations that saw the offer.</p>
    </div>
  )
}
