import type { Health } from '@checkin/telemetry'
import { shortName } from '@checkin/registry/words'

type CanaryResult = Health['verdicts'][number]

const rate = ({ sessions, bad }: CanaryResult['base'], counted = 'broke'): string => (sessions === 0 ? 'no session yet' : `${(bad / sessions * 100).toFixed(1)} % of ${sessions} ${counted}`)

const share = ({ sessions, bad }: CanaryResult['base']): string => `${bad} of ${sessions}`

/** What is counted of a version that everybody has, and what an alarm calls it. */
const measures = {
  broken: { counted: 'broke', risen: 'breaks more than before' }, slow: { counted: 'took long', risen: 'keeps renters longer than before' },
  completion: { counted: 'did not complete', risen: 'is completed less than before' }, sales: { counted: 'added nothing', risen: 'sells less than before' },
} as const

const measureOf = ({ measure = 'broken' }: CanaryResult) => measures[measure]

/** What else is compared of a rollout's version, as far as somebody counted it. */
function journeysText({ journeys }: CanaryResult): string {
  if (!journeys) return ''
  const { slow, completion, sales } = journeys
  const parts = [
    slow && slow.canary.sessions > 0 ? `${slow.step} took long ${share(slow.canary)}, beside it ${share(slow.base)}.` : '',
    completion.canary.sessions > 0 ? `Not completed ${share(completion.canary)}, beside it ${share(completion.base)}.` : '',
    sales && sales.canary.sessions > 0 ? `Added little or nothing ${share(sales.canary)}, beside it ${share(sales.base)}.` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : ` ${parts.join(' ')}`
}

const labels = { bad: 'rolled back', open: 'watched' } as const

/** Each running rollout's version beside the one that the others get, and versions of everybody that do worse than they did. A bad rollout is rolled back automatically; of the others an operator decides. */
export function CanaryResults({ results }: { readonly results: readonly CanaryResult[] }) {
  const shown = results.filter(({ rollout, outcome }) => rollout.split(' ')[0] !== 'pinned' || outcome === 'risen')
  if (shown.length === 0) return <p style={{ margin: 0 }}>Nothing is rolling out, and what everybody has is as it was.</p>
  return (
    <ul className="attention">
      {shown.map((result) => (
        <li key={`${result.host} ${result.rollout} ${result.module}`}>
          <span className={result.outcome === 'open' ? 'pill canary' : 'pill back'}>{shortName(result.module)} {result.version} {result.outcome === 'risen' ? measureOf(result).risen : labels[result.outcome]}</span>{' '}
          {result.outcome === 'risen'
            ? <>{result.host}: {rate(result.canary, measureOf(result).counted)} lately; before: {rate(result.base, measureOf(result).counted)}. Everybody has it: go back, or look for what else changed.</>
            : <>{result.host}: {rate(result.canary)}; {result.baseline}: {rate(result.base)}.{result.stuck && ` ${result.stuck.step} was reached and not left ${share(result.stuck.canary)}, beside it ${share(result.stuck.base)}.`}{journeysText(result)} Odds that it is worse: {result.odds < 10 ? result.odds.toFixed(1) : Math.round(result.odds)} to 1 (rolled back at 1,000).</>}
        </li>
      ))}
    </ul>
  )
}
