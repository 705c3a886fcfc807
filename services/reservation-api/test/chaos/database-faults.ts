import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { internalFetch } from '@checkin/server'
import { fleetToken, tenantSettings } from '../fixtures/whole-api.fixture.ts'
import { putTenant } from '../../src/tenants/tenant-store.ts'
import { startProviders } from './provider-processes.ts'
import type { ServerKillsOptions, ServerKillsReport } from './server-kills.ts'
import { startServing, type Program } from './processes.ts'
import { precheckoutLoad } from './precheckout-load.ts'
import { paymentLoad } from './payment-load.ts'
import { apiAddress, apiEnvironment, chances, runPorts, settledLedgers } from './chaos-run.ts'
import { databaseFaults, faultyDatabase } from './faulty-database.ts'

export interface DatabaseFaultsOptions extends Omit<ServerKillsOptions, 'kills'> {
  /** How often something happens to PostgreSQL: its connections end, it crashes, it is stopped, in turn. */
  readonly faults: number
}

export interface DatabaseFaultsReport extends Omit<ServerKillsReport, 'kills' | 'ordered'> {
  readonly faults: number
  /** API servers and registries that ended by themselves. */
  readonly gone: number
  /** Answers of the registry by status, asked again and again meanwhile. */
  readonly registry: Readonly<Record<string, number>>
}

/** A registry on the same PostgreSQL, which is asked all the time. */
async function startRegistry(databaseUrl: string, base: number, folder: string) {
  const program = await startServing('services/module-registry/src/main.ts', {
    DATABASE_URL: databaseUrl, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder,
    CHECKIN_REGISTRY_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }, `http://127.0.0.1:${base + 5}/readyz`)
  const answers: Record<string, number> = {}
  return {
    program, answers,
    ask: async (): Promise<void> => {
      const answer = await internalFetch(`http://127.0.0.1:${base + 5}/registry/v1/modules`, { timeoutMs: 15_000, headers: { authorization: 'Bearer demo-viewer' } }).catch(() => null)
      const status = String(answer?.status ?? 'none')
      answers[status] = (answers[status] ?? 0) + 1
    },
  }
}

/**
 * The same renters, servers and provider as in a chaos test, with the database as the victim: nothing is killed but PostgreSQL, and nothing is
 * started again but PostgreSQL. A server that ends by itself ends the run.
 */
export async function runDatabaseFaults({ faults, script, renters, visits, signers, seed }: DatabaseFaultsOptions): Promise<DatabaseFaultsReport> {
  const began = Date.now()
  const folder = await mkdtemp(join(tmpdir(), 'checkin-kill-'))
  const chance = chances(seed)
  const victim = await faultyDatabase(folder, chance)
  const { database } = victim
  await database.withTx((transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings(), fleetToken: fleetToken('costaverde') }))
  const ports = await runPorts()
  const [callbacks = 0] = ports.api
  const provider = await startProviders({ port: ports.provider, folder, seed: `kill-${seed}`, shops: ports.api.map((base) => `http://costaverde.localhost:${base}`) })
  let programs: readonly Program[] = []
  const gone = (): number => programs.filter((program) => !program.isRunning()).length
  try {
    const apis = await Promise.all(ports.api.map((base) => startServing(script, apiEnvironment({ provider, databaseUrl: database.url, folder, base, callbacks }), `${apiAddress(base)}/readyz`)))
    const registry = await startRegistry(database.url, callbacks, folder)
    programs = [...apis, registry.program]

    const world = { database, provider, servers: ports.api.map(apiAddress), chance }
    const [payers, proceeding] = [paymentLoad(world), precheckoutLoad(world)]
    const site = { isOpen: true }
    const visitors = [...Array.from({ length: renters }, () => payers), ...Array.from({ length: signers }, () => proceeding)].map(async ({ visit, seen }) => {
      while (site.isOpen) {
        await visit().catch(async () => {
          seen.broken += 1
          await delay(200)
        })
      }
    })
    const asking = (async () => {
      while (site.isOpen) {
        await registry.ask()
        await delay(100)
      }
    })()
    for (let done = 0; done < faults && gone() === 0; done += 1) {
      await delay(500 + 1500 * chance())
      // Where nobody is on the way to pay, trouble is met by nobody, however slow the machine is.
      const { clicks } = payers.seen
      while (payers.seen.clicks === clicks && gone() === 0) await delay(20)
      await victim.suffer(databaseFaults[done % databaseFaults.length] ?? 'crash')
    }
    while (payers.seen.reservations < visits && gone() === 0) await delay(50)
    site.isOpen = false
    const rested = Promise.all([...visitors, asking])
    while (gone() === 0 && await Promise.race([rested.then(() => false), delay(100, true)]));

    const seenBy = { seen: payers.seen, signing: proceeding.seen, registry: registry.answers, faults }
    if (gone() > 0) {
      return { ...seenBy, seconds: (Date.now() - began) / 1000, gone: gone(), drainSeconds: 0, queued: 0, charges: 0, holds: 0, violations: [], isCardFound: false }
    }
    const ledgers = await settledLedgers({ adminUrl: database.adminUrl, provider, written: () => programs.map((program) => program.output()).join('') })
    return { ...ledgers, ...seenBy, seconds: (Date.now() - began) / 1000, gone: gone() }
  } finally {
    await Promise.all(programs.map((program) => program.kill()))
    await provider.stop()
    await victim.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
