import type { Verdict } from '../api/health.ts'
import { shortName } from '../releases/modules.ts'

const rate = ({ sessions, bad }: Verdict['base']): string => (sessions === 0 ? 'no session yet' : `${(bad / sessions * 100).toFixed(1)} % of ${sessions} broke`)

interface VerdictsProps { readonly verdicts: readonly Verdict[] }

/** Each running rollout's version beside the one that the others get. A bad one is taken back by itself. */
export function Verdicts({ verdicts }: VerdictsProps) {
  if (verdicts.length === 0) return <p style={{ margin: 0 }}>Nothing is rolling out.</p>
  return (
    <ul className="attention">
      {verdicts.map((verdict) => (
        <li key={`${verdict.host} ${verdict.rollout} ${verdict.module}`}>
          <span className={verdict.outcome === 'bad' ? 'pill back' : 'pill canary'}>{shortName(verdict.module)} {verdict.version} {verdict.outcome === 'bad' ? 'taken back' : 'watched'}</span>{' '}
          {verdict.host}: {rate(verdict.canary)}; {verdict.baseline}: {rate(verdict.base)}. Odds that it is worse: {verdict.odds < 10 ? verdict.odds.toFixed(1) : Math.round(verdict.odds)} to 1 (taken back at 1,000).
        </li>
      ))}
    </ul>
  )
}
