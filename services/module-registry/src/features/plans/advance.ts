/** Where a running plan stands. */
export interface PlanState {
  /** -1 before the first step. */
  readonly step: number
  readonly steps: readonly { readonly percent: number; readonly dwellMinutes: number }[]
  readonly since: Date | null
  readonly minSessions: number
}

/** What it sees. */
export interface PlanView {
  readonly at: Date
  /** Settled sessions of the new version since the step began. */
  readonly sessions: number
  /** Why nothing may change now; null when it may. */
  readonly frozen: string | null
  /** False when somebody took the rollout away. */
  readonly rolloutRuns: boolean
}

export type PlanMove =
  | { readonly kind: 'step'; readonly step: number; readonly percent: number }
  | { readonly kind: 'wait'; readonly note: string }
  | { readonly kind: 'halt'; readonly note: string }
  | { readonly kind: 'done' }

/** What a running plan does next. A bad version is not its business: the verdict takes it back and halts the plan. */
export function advance({ step, steps, since, minSessions }: PlanState, { at, sessions, frozen, rolloutRuns }: PlanView): PlanMove {
  const current = steps[step]
  const following = steps[step + 1]
  if (!current || !since) return frozen !== null ? { kind: 'wait', note: `frozen: ${frozen}` } : { kind: 'step', step: 0, percent: steps[0]?.percent ?? 100 }
  if (!rolloutRuns && current.percent < 100) return { kind: 'halt', note: 'another change ended the rollout' }
  if (!following) return { kind: 'done' }
  const minutes = (at.getTime() - since.getTime()) / 60_000
  if (minutes < current.dwellMinutes) return { kind: 'wait', note: `${current.percent} % until ${new Date(since.getTime() + current.dwellMinutes * 60_000).toISOString().slice(0, 16)}Z` }
  if (sessions < minSessions) return { kind: 'wait', note: `${sessions} of ${minSessions} sessions have settled` }
  if (frozen !== null) return { kind: 'wait', note: `frozen: ${frozen}` }
  return { kind: 'step', step: step + 1, percent: following.percent }
}
