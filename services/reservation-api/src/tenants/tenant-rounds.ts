import type { FastifyBaseLogger } from 'fastify'

/** How a round over tenants went. */
export interface Round {
  /** Whether there may be more to do at once. */
  readonly more: boolean
  /** Whether something failed, at a tenant or in finding them. */
  readonly failed: boolean
}

interface Named { readonly id: string }

/** Visits each of the tenants once; a visit answers whether there may be more at once. Never throws. */
export type Rounds = <T extends Named>(tenants: () => Promise<readonly T[]>, visit: (tenant: T) => Promise<boolean>) => Promise<Round>

/** Stands for the finding of the tenants among those that fail. */
const listing = ''

/**
 * Rounds of one kind of work. What fails at one tenant stops nobody behind it, and is logged once, not at every round, until it works again:
 * rounds are made several times a second.
 */
export function tenantRounds(log: FastifyBaseLogger, problem: string): Rounds {
  const failing = new Set<string>()
  const guarded = async <Result>(tenant: string, work: () => Promise<Result>): Promise<Result | null> => {
    const about = tenant === listing ? {} : { tenant }
    try {
      const result = await work()
      if (failing.delete(tenant)) log.info(about, `no longer: ${problem}`)
      return result
    } catch (error) {
      if (!failing.has(tenant)) log.error({ ...about, err: error }, problem)
      failing.add(tenant)
      return null
    }
  }
  return async (tenants, visit) => {
    const all = await guarded(listing, tenants)
    let [more, failed] = [false, all === null]
    for (const tenant of all ?? []) {
      const again = await guarded(tenant.id, () => visit(tenant))
      more = again === true || more
      failed = again === null || failed
    }
    return { more, failed }
  }
}
