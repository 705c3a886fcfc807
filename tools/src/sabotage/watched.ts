import type { Browser } from '@playwright/test'
import { getTenant } from '@checkin/registry'
import { rolloutByTwo, viewer } from '@checkin/e2e/support/rollout'
import { visit, type Visit } from './renters.ts'

/** What became of a rollout that real browsers visited. */
export interface WatchedRollout {
  /** What the registry wrote into the tenant's history. */
  readonly reason: string
  /** From the first renter who got the version. */
  readonly seconds: number
  /** Renters who got it and were held, waited for, or whose page failed. */
  readonly hurt: number
  /** Renters who came, with either version. */
  readonly visits: number
}

/** Renters in check-in at the same time; a browser for each of more would make pages slow that are not. */
const together = 4
/** A stay counts when its three minutes are over; a rollout that nobody rolled back by then was not noticed. */
const longestMs = 450_000
/** Visits that may end before the screen that is broken: with four renters at once on two processors a link is slow now and then. */
const mostMissed = 5
/** Milliseconds from the press that goes on to the next screen, of which a renter says that it took long. */
const long = 5000

const isHurt = ({ hasFailed, stay }: Visit): boolean => hasFailed || stay === null || stay > long

/**
 * Gives half of a tenant's new sessions the version and lets renters in browsers visit until the registry rolls it back by what their pages
 * report. Null where it did not.
 */
export async function watchedRollout(browser: Browser, { host, module, version }: { readonly host: string; readonly module: string; readonly version: string }): Promise<WatchedRollout | null> {
  await rolloutByTwo('set', host.replace(/\.localhost$/, ''), `${module.replace(/^mfe-/, '')}@${version}`, '--percent', '50', '--reason', 'sabotage')
  const rolledBack = async (): Promise<string | null> => {
    const { history } = await viewer.call(getTenant, { params: { host } })
    return history[0]?.action === 'take back' ? history[0].reason : null
  }
  const ends = Date.now() + longestMs
  let [reason, first, visits, hurt, missed] = [null as string | null, null as number | null, 0, 0, 0]
  const visitsOn = async (): Promise<void> => {
    while (reason === null && Date.now() < ends) {
      const began = Date.now()
      const seen = await visit(browser, null).catch((error: unknown) => {
        missed += 1
        if (missed > mostMissed) throw error
        return null
      })
      if (seen) visits += 1
      if (seen?.version !== version) continue
      first = Math.min(first ?? began, began)
      if (isHurt(seen)) hurt += 1
    }
  }
  const watch = async (): Promise<number> => {
    while (reason === null && Date.now() < ends) {
      reason = await rolledBack()
      if (reason === null) await new Promise((resolve) => { setTimeout(resolve, 500) })
    }
    return Date.now()
  }
  const [at] = await Promise.all([watch(), ...Array.from({ length: together }, visitsOn)])
  return reason === null ? null : { reason, seconds: Math.round((at - (first ?? at)) / 1000), hurt, visits }
}
