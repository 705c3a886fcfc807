import type { Verdict } from '../api/health.ts'
import { shortName } from '../releases/modules.ts'

const rate = ({ sessions, bad }: Verdict['base']): string => (sessions === 0 ? 'no session yet' : `${(bad / sessions * 100).toFixed(1)} % of ${sessions} broke`)

const share = ({ sessions, bad }: Verdict['base']): string => `${bad} of ${sessions}`

const labels: Readonly<Record<Verdict['outcome'], string>> = { bad: 'taken back', open: 'watched', risen: 'breaks more than before' }

interface VerdictsProps { readonly verdicts: readonly Verdict[] }

/** Each running rollout's version beside the one that the others get, and versions of everybody that break more than they did. A bad rollout is taken back by itself; of the others an operator decides. */
export function Verdicts({ verdicts }: VerdictsProps) {
  const shown = verdicts.filter(({ rollout, outcome }) => rollout !== 'pinned' || outcome === 'risen')
  if (shown.length === 0) return <p style={{ margin: 0 }}>Nothing is rolling out, and what everybody has is as it was.</p>
  return (
    <ul className="attention">
      {shown.map((verdict) => (
        <li key={`${verdict.host} ${verdict.rollout} ${verdict.module}`}>
          <span className={verdict.outcome === 'open' ? 'pill canary' : 'pill back'}>{shortName(verdict.module)} {verdict.version} {labels[verdict.outcome]}</span>{' '}
          {verdict.outcome === 'risen'
            ? <>{verdict.host}: {rate(verdict.canary)} lately; before: {rate(verdict.base)}. Everybody has it: go back, or look for what else changed.</>
            : <>{verdict.host}: {rate(verdict.canary)}; {verdict.baseline}: {rate(verdict.base)}.{verdict.stuck && ` ${verdict.stuck.step} was reached and not left ${share(verdict.stuck.canary)}, beside it ${share(verdict.stuck.base)}.`} Odds that it is worse: {verdict.odds < 10 ? verdict.odds.toFixed(1) : Math.round(verdict.odds)} to 1 (taken back at 1,000).</>}
        </li>
      ))}
    </ul>
  )
}
