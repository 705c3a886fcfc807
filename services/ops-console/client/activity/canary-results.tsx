import type { Health } from '@checkin/telemetry'
import { shortName } from '../frame/format.tsx'

type CanaryResult = Health['verdicts'][number]

const rate = ({ sessions, bad }: CanaryResult['base']): string => (sessions === 0 ? 'no session yet' : `${(bad / sessions * 100).toFixed(1)} % of ${sessions} broke`)

const share = ({ sessions, bad }: CanaryResult['base']): string => `${bad} of ${sessions}`

const labels: Readonly<Record<CanaryResult['outcome'], string>> = { bad: 'rolled back', open: 'watched', risen: 'breaks more than before' }

/** Each running rollout's version beside the one that the others get, and versions of everybody that break more than they did. A bad rollout is rolled back automatically; of the others an operator decides. */
export function CanaryResults({ results }: { readonly results: readonly CanaryResult[] }) {
  const shown = results.filter(({ rollout, outcome }) => rollout !== 'pinned' || outcome === 'risen')
  if (shown.length === 0) return <p style={{ margin: 0 }}>Nothing is rolling out, and what everybody has is as it was.</p>
  return (
    <ul className="attention">
      {shown.map((result) => (
        <li key={`${result.host} ${result.rollout} ${result.module}`}>
          <span className={result.outcome === 'open' ? 'pill canary' : 'pill back'}>{shortName(result.module)} {result.version} {labels[result.outcome]}</span>{' '}
          {result.outcome === 'risen'
            ? <>{result.host}: {rate(result.canary)} lately; before: {rate(result.base)}. Everybody has it: go back, or look for what else changed.</>
            : <>{result.host}: {rate(result.canary)}; {result.baseline}: {rate(result.base)}.{result.stuck && ` ${result.stuck.step} was reached and not left ${share(result.stuck.canary)}, beside it ${share(result.stuck.base)}.`} Odds that it is worse: {result.odds < 10 ? result.odds.toFixed(1) : Math.round(result.odds)} to 1 (rolled back at 1,000).</>}
        </li>
      ))}
    </ul>
  )
}
