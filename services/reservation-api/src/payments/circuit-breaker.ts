import { isFault, type ProviderOutcome } from './providers/provider.ts'

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

interface GatewayState {
  faults: number
  /** Time of `now` until which it is open. */
  openUntil: number
  isTrying: boolean
}

export function circuitBreaker({ faults, restMs }: BreakerLimits, now: () => number = Date.now): CircuitBreaker {
  const states = new Map<string, GatewayState>()
  const of = (provider: string): GatewayState => {
    const known = states.get(provider) ?? { faults: 0, openUntil: 0, isTrying: false }
    states.set(provider, known)
    return known
  }
  const isOpen = (provider: string): boolean => {
    const { faults: counted, openUntil, isTrying } = of(provider)
    return counted >= faults && (isTrying || now() < openUntil)
  }
  return {
    isOpen,
    away: () => [...states.keys()].filter(isOpen),
    call: async (provider, ask) => {
      if (isOpen(provider)) return { kind: 'unavailable', code: 'CircuitOpen' }
      const state = of(provider)
      const isTrial = state.faults >= faults
      if (isTrial) state.isTrying = true
      const outcome = await ask().catch((): ProviderOutcome => ({ kind: 'unknown', reason: 'unreadable' }))
      if (isTrial) state.isTrying = false
      state.faults = isFault(outcome) ? state.faults + 1 : 0
      if (state.faults >= faults) state.openUntil = now() + restMs
      return outcome
    },
  }
}
