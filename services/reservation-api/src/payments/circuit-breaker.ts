import { isFault } from './outcome-event.ts'
import type { ProviderOutcome } from './providers/provider.ts'

export interface BreakerLimits {
  /** Faults in a row after which nobody is asked any more. */
  readonly faults: number
  /** How long, until one call may try. */
  readonly restMs: number
}

/** One breaker for each gateway of this process (P11): a provider that is away is not asked by everybody at once when it comes back. */
export interface CircuitBreaker {
  /** Whether no call may be made to this gateway now. */
  readonly isOpen: (provider: string) => boolean
  /** Gateways that are known to be away. */
  readonly away: () => readonly string[]
  /** Makes a call, or answers `unavailable` at once. A call that throws is a fault like any other: nobody knows what it did. */
  readonly call: (provider: string, ask: () => Promise<ProviderOutcome>) => Promise<ProviderOutcome>
}

interface Standing {
  faults: number
  /** Time of `now` until which it is open. */
  openUntil: number
  isTrying: boolean
}

export function circuitBreaker({ faults, restMs }: BreakerLimits, now: () => number = Date.now): CircuitBreaker {
  const standings = new Map<string, Standing>()
  const of = (provider: string): Standing => {
    const known = standings.get(provider) ?? { faults: 0, openUntil: 0, isTrying: false }
    standings.set(provider, known)
    return known
  }
  const isOpen = (provider: string): boolean => {
    const { faults: counted, openUntil, isTrying } = of(provider)
    return counted >= faults && (isTrying || now() < openUntil)
  }
  return {
    isOpen,
    away: () => [...standings.keys()].filter(isOpen),
    call: async (provider, ask) => {
      if (isOpen(provider)) return { kind: 'unavailable', code: 'CircuitOpen' }
      const standing = of(provider)
      const isTrial = standing.faults >= faults
      if (isTrial) standing.isTrying = true
      const outcome = await ask().catch((): ProviderOutcome => ({ kind: 'unknown', reason: 'unreadable' }))
      if (isTrial) standing.isTrying = false
      standing.faults = isFault(outcome) ? standing.faults + 1 : 0
      if (standing.faults >= faults) standing.openUntil = now() + restMs
      return outcome
    },
  }
}
