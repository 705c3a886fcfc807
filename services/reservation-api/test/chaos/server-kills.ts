import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { testDatabase } from '@checkin/server/testing'
import { migrationsFolder } from '../../src/settings.ts'
import { fleetToken, tenantSettings } from '../fixtures/whole-api.fixture.ts'
import type { Tables } from '../../src/tables.ts'
import { putTenant } from '../../src/tenants/tenant-store.ts'
import { startProviders } from './provider-processes.ts'
import { startServing, type Program } from './processes.ts'
import { deskLoad, type Ordered } from './desk-load.ts'
import { precheckoutLoad } from './precheckout-load.ts'
import { paymentLoad, type Seen } from './payment-load.ts'
import { apiAddress, apiEnvironment, chances, runPorts, settledLedgers, type Ledgers } from './chaos-run.ts'

export interface ServerKillsOptions {
  /** SIGKILLs of API servers, each at a random moment while renters pay. */
  readonly kills: number
  /** The API's program below the project's root. */
  readonly script: string
  /** Renters who pay at the same moment, and how many come at least: a slow machine kills more often than it pays. */
  readonly renters: number
  readonly visits: number
  /** Renters who leave a deposit and sign, beside them; with any the run goes on until one has, and until the company has given money back. */
  readonly signers: number
  /** Makes the run's chances and the provider's faults. */
  readonly seed: number
}

export interface ServerKillsReport extends Ledgers {
  readonly kills: number
  readonly seconds: number
  /** What the renters who pay, and those who sign, saw. */
  readonly seen: Seen
  readonly signing: Seen
  /** What the company did with their money. */
  readonly ordered: Ordered
}

const killers = 2

/**
 * Real API processes on a real PostgreSQL and a provider that misbehaves: renters pay, servers are killed at random moments and started again,
 * then everybody may finish and both ledgers are compared.
 */
export async function runServerKills({ kills, script, renters, visits, signers, seed }: ServerKillsOptions): Promise<ServerKillsReport> {
  const began = Date.now()
  const folder = await mkdtemp(join(tmpdir(), 'checkin-kill-'))
  const database = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
  await database.withTx((transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings(), fleetToken: fleetToken('costaverde') }))
  const ports = await runPorts()
  const provider = await startProviders({ port: ports.provider, folder, seed: `kill-${seed}`, shops: ports.api.map((base) => `http://costaverde.localhost:${base}`) })
  const chance = chances(seed)
  const programs: Program[] = []
  let written = ''

  const start = async (at: number): Promise<void> => {
    const base = ports.api[at] ?? 0
    programs[at] = await startServing(script, apiEnvironment({ provider, databaseUrl: database.url, folder, base, callbacks: ports.api[0] ?? 0 }), `${apiAddress(base)}/readyz`)
  }
  try {
    await Promise.all(ports.api.map((_, at) => start(at)))
    const desk = deskLoad({ servers: ports.api.map(apiAddress), chance })
    const world = { database, provider, servers: ports.api.map(apiAddress), chance, desk }
    const [payers, proceeding] = [paymentLoad(world), precheckoutLoad(world)]
    let isOpen = true
    const visitors = [...Array.from({ length: renters }, () => payers), ...Array.from({ length: signers }, () => proceeding)].map(async ({ visit, seen }) => {
      // A renter whose own line broke goes home, too.
      while (isOpen) await visit().catch(() => { seen.broken += 1 })
    })
    let left = kills
    const up = new Set(programs.keys())
    await Promise.all(Array.from({ length: killers }, async () => {
      while (left > 0) {
        left -= 1
        await delay(40 + 400 * chance())
        const victim = [...up][Math.floor(up.size * chance())] ?? 0
        up.delete(victim)
        await programs[victim]?.kill()
        written += programs[victim]?.output() ?? ''
        await start(victim)
        up.add(victim)
      }
    }))
    while (payers.seen.reservations < visits || (signers > 0 && (proceeding.seen.paid === 0 || desk.ordered.refunds === 0))) await delay(50)
    isOpen = false
    await Promise.all(visitors)

    const ledgers = await settledLedgers({ adminUrl: database.adminUrl, provider, written: () => written + programs.map((program) => program.output()).join('') })
    return { ...ledgers, kills, seconds: (Date.now() - began) / 1000, seen: payers.seen, signing: proceeding.seen, ordered: desk.ordered }
  } finally {
    await Promise.all(programs.map((program) => program.kill()))
    await provider.stop()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
