import type { Cohort, deviceClasses, Rollout, TenantPointer } from './release-set.ts'

/** What cohort rules look at. */
export interface Traits {
  readonly language: string
  readonly device: (typeof deviceClasses)[number]
  readonly staff: boolean
  /** Where the booking came from; empty while the session has not found it, and where the company does not name it. */
  readonly source: string
}

/** How one rollout decided about a session. */
export interface RolloutDecision {
  readonly rollout: Rollout
  /** Where the session falls, 0 to 9999 hundredths of a percent. */
  readonly point: number
  /** The percentage that applied to it. */
  readonly percent: number
  /** Number of the cohort rule that gave the percentage; null for none. */
  readonly rule: number | null
  readonly taken: boolean
}

/** Which set a new session gets, and why. */
export interface Resolution {
  readonly setId: number
  /** Revision of the tenant's pointer that decided. */
  readonly revision: number
  readonly why: 'pointer' | 'split'
  readonly decisions: readonly RolloutDecision[]
}

const unknownTraits: Traits = { language: 'en', device: 'desktop', staff: false, source: '' }

/**
 * Hundredths of a percent, 0 to 9999, that a session falls on in a split. Each rollout has its own salt,
 * so two rollouts are independent, and a raised percentage moves nobody back.
 */
export function splitPoint(salt: string, session: string): number {
  // FNV-1a with the finisher of MurmurHash3: even over random names, the same everywhere, cheap for each request.
  let hash = 0x811c9dc5
  const text = `${salt}\u0000${session}`
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  hash ^= hash >>> 16
  hash = Math.imul(hash, 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  hash ^= hash >>> 16
  return Math.floor(((hash >>> 0) / 0x1_0000_0000) * 10_000)
}

/** True when a session is one of those that a rule is for. */
export function inCohort({ languages, devices, staff, sources }: Cohort, traits: Traits): boolean {
  return (languages === undefined || languages.includes(traits.language))
    && (devices === undefined || devices.includes(traits.device))
    && (staff === undefined || staff === traits.staff)
    && (sources === undefined || sources.includes(traits.source))
}

/** Whether a session is in a rollout; a raised percentage moves nobody back. */
export function decide(rollout: Rollout, session: string, traits: Traits): RolloutDecision {
  const rule = rollout.cohorts.findIndex(({ when }) => inCohort(when, traits))
  const percent = rollout.cohorts[rule]?.percent ?? rollout.percent
  const point = splitPoint(rollout.salt, session)
  return { rollout, point, percent, rule: rule < 0 ? null : rule, taken: point < percent * 100 }
}

/** Which set a new session of a tenant gets, by the session's random name and its traits. Pure: the same answer on every server. */
export function resolvePointer(pointer: TenantPointer, session: string, traits: Traits = unknownTraits): Resolution {
  const decisions = pointer.rollouts.map((rollout) => decide(rollout, session, traits))
  const variant = decisions.reduce((bits, { taken }, at) => (taken ? bits | (1 << at) : bits), 0)
  return { setId: pointer.variants[variant] ?? pointer.setId, revision: pointer.revision, why: variant === 0 ? 'pointer' : 'split', decisions }
}
