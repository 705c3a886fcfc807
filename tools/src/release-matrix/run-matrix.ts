import type { Browser } from '@playwright/test'
import type { Tenant } from '@checkin/e2e/support/addresses'
import { rollout } from '@checkin/e2e/support/rollout'
import { rehearsalRegistry } from './registry.ts'
import { setsWith, type Candidate, type PossibleSet } from './sets.ts'
import { journeysOf, walk } from './walk.ts'

/** One line of the answer; no problem means that it holds. */
export interface Check {
  readonly what: string
  readonly problem: string | null
}

export interface RehearsalInput {
  readonly browser: Browser
  readonly registryPort: number
  /** Folder of the module below the project's root. */
  readonly folder: string
  readonly candidate: Candidate
  /** Who walks, for the registry's record. */
  readonly builder: string
}

/** Of the tenants that get a set, the one on whose site the journeys are longest comes first. */
const walkers: readonly Tenant[] = ['costaverde', 'islandcars', 'alpen']
const hostOf = (tenant: Tenant): string => `${tenant}.localhost`

/** Answers what went wrong, or null. */
const problemOf = (work: () => Promise<unknown>): Promise<string | null> => work().then(() => null, (error: unknown) => (error instanceof Error ? error.message : String(error)))

/**
 * The combination run (federation.md goal 28): publishes a candidate and walks a renter's journeys with every set that it could serve
 * in, in a browser, by a signed preview. What it finds stays with the set at the registry.
 */
export async function* rehearse({ browser, registryPort, folder, candidate, builder }: RehearsalInput): AsyncGenerator<Check> {
  const registry = rehearsalRegistry(registryPort, process.env['CHECKIN_REGISTRY_TOKEN'] ?? 'demo-operator')
  const published = await problemOf(() => rollout('publish', folder, '--version', candidate.version))
  yield { what: `${candidate.name}@${candidate.version} builds and is published`, problem: published }
  if (published !== null) return
  const sets = setsWith(await registry.tenants(), candidate)
  yield { what: `${sets.length} ${sets.length === 1 ? 'set' : 'sets'} could serve it`, problem: sets.length === 0 ? 'no tenant has this module' : null }
  for (const set of sets) yield* walkSet(set)

  async function* walkSet(set: PossibleSet): AsyncGenerator<Check> {
    let id = 0
    const impossible = await problemOf(async () => { id = await registry.makeSet(set) })
    const tenant = walkers.find((each) => set.hosts.includes(hostOf(each)))
    yield { what: `${impossible === null ? `set ${id}` : 'a set'} for ${set.hosts.join(', ')}: contracts, shared packages, settings and weight fit`, problem: impossible }
    if (impossible !== null) return
    if (tenant === undefined) {
      yield { what: `set ${id}: journeys`, problem: 'none of its tenants has demo reservations to walk with' }
      return
    }
    for (const journey of await journeysOf(tenant)) {
      const preview = await registry.preview(hostOf(tenant), id)
      const walked = await walk(browser, journey, { tenant, preview, versions: set.modules })
      const passed = walked.kind === 'passed'
      await registry.keep(id, { journey, passed, module: candidate.name, step: passed ? null : walked.step, host: hostOf(tenant), builder })
      yield {
        what: `set ${id}, ${journey} on ${hostOf(tenant)}${passed && !walked.modules.has(candidate.name) && candidate.name !== 'shell' ? ', which shows no screen of it' : ''}`,
        problem: passed ? null : `at ${walked.step}: ${walked.words}`,
      }
    }
  }
}
