import type { Browser } from '@playwright/test'
import { createClient } from '@checkin/http/client'
import type { Request } from '@checkin/http'
import { addReleaseTest, createSet, listTenants, previewOfSet } from '@checkin/registry'
import type { Tenant } from '@checkin/e2e/support/addresses'
import { rollout } from '@checkin/e2e/support/rollout'
import { journeysOf, runJourney } from './journeys.ts'
import { setsWith, type Candidate, type PossibleSet } from './sets.ts'

/** One line of the answer; no problem means that it holds. */
export interface Check {
  readonly what: string
  readonly problem: string | null
}

export interface MatrixInput {
  readonly browser: Browser
  readonly registryPort: number
  /** Folder of the module below the project's root. */
  readonly folder: string
  readonly candidate: Candidate
  /** Who runs it, for the registry's record. */
  readonly builder: string
}

/** Of the tenants that get a set, the one on whose site the journeys are longest comes first. */
const testTenants: readonly Tenant[] = ['costaverde', 'islandcars', 'alpen']
const hostOf = (tenant: Tenant): string => `${tenant}.localhost`

/** Answers what went wrong, or null. */
const problemOf = (work: () => Promise<unknown>): Promise<string | null> => work().then(() => null, (error: unknown) => (error instanceof Error ? error.message : String(error)))

/**
 * The release matrix test (federation.md goal 28): publishes a candidate and runs a renter's journeys with every set that it could serve
 * in, in a browser, by a signed preview. The results stay with the set at the registry.
 */
export async function* runMatrix({ browser, registryPort, folder, candidate, builder }: MatrixInput): AsyncGenerator<Check> {
  const registry = createClient({ baseUrl: `http://127.0.0.1:${registryPort}`, token: process.env['CHECKIN_REGISTRY_TOKEN'] ?? 'demo-operator' })
  const published = await problemOf(() => rollout('publish', folder, '--version', candidate.version))
  yield { what: `${candidate.name}@${candidate.version} builds and is published`, problem: published }
  if (published !== null) return
  const sets = setsWith((await registry.call(listTenants)).tenants, candidate)
  yield { what: `${sets.length} ${sets.length === 1 ? 'set' : 'sets'} could serve it`, problem: sets.length === 0 ? 'no tenant has this module' : null }
  for (const set of sets) yield* testSet(set)

  /** With the runner's own key (`CHECKIN_RUNNER_KEY`) the result is attested; else the token's word has to do (decision 0170). */
  async function report(id: number, result: Request<typeof addReleaseTest>['body']): Promise<void> {
    if (process.env['CHECKIN_RUNNER_KEY'] === undefined) await registry.call(addReleaseTest, { params: { id }, body: result })
    else await rollout('attest', 'rehearsal', String(id), '--journey', result.journey, '--tenant', result.host, '--module', result.module, ...(result.step === null ? [] : ['--failed', result.step]))
  }

  async function* testSet({ modules, settings, hosts }: PossibleSet): AsyncGenerator<Check> {
    let id = 0
    const impossible = await problemOf(async () => { ({ id } = await registry.call(createSet, { body: { modules, settings } })) })
    const tenant = testTenants.find((each) => hosts.includes(hostOf(each)))
    yield { what: `${impossible === null ? `set ${id}` : 'a set'} for ${hosts.join(', ')}: contracts, shared packages, settings and weight fit`, problem: impossible }
    if (impossible !== null) return
    if (tenant === undefined) {
      yield { what: `set ${id}: journeys`, problem: 'none of its tenants has demo reservations to test with' }
      return
    }
    const host = hostOf(tenant)
    for (const journey of await journeysOf(tenant)) {
      const { id: link } = await registry.call(previewOfSet, { params: { host, id }, body: { hours: 1, reason: 'release matrix test' } })
      const result = await runJourney(browser, journey, { tenant, preview: { registry, host, id: link }, versions: modules })
      const passed = result.kind === 'passed'
      await report(id, { journey, passed, module: candidate.name, step: passed ? null : result.step, host, builder })
      yield {
        what: `set ${id}, ${journey} on ${host}${passed && !result.modules.has(candidate.name) && candidate.name !== 'shell' ? ', which shows no screen of it' : ''}`,
        problem: passed ? null : `at ${result.step}: ${result.message}`,
      }
    }
  }
}
