import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { testDatabase } from '@checkin/testing/postgres'
import { migrationsFolder } from '../../../settings.ts'
import { tenantSettings } from '../../../test/whole-api.fixture.ts'
import type { Tables } from '../../../tables.ts'
import { putTenant } from '../../tenants/tenant-store.ts'
import { startCardProvider, typedCard } from './card-process.ts'
import { readOurSide } from './our-books.ts'
import { freePorts, startServing, type Program } from './processes.ts'
import { agreementsUnderWay, compareAgreements } from './agreement-books.ts'
import { proceedingPopulation } from './proceeding-population.ts'
import { population, type Seen } from './renter-population.ts'
import { violations, type Violation } from './two-ledgers.ts'

export interface KillRunOptions {
  /** SIGKILLs of API servers, each at a random moment while renters pay. */
  readonly kills: number
  /** The API's program below the project's root. */
  readonly script: string
  /** Renters who pay at the same moment, and how many come at least: a slow machine kills more often than it pays. */
  readonly renters: number
  readonly visits: number
  /** Renters who leave a deposit and sign, beside them. */
  readonly signers: number
  /** Makes the run's chances and the provider's faults. */
  readonly seed: number
}

export interface KillRunReport {
  readonly kills: number
  readonly seconds: number
  /** Seconds until nothing was left to do, after the last kill. */
  readonly drainSeconds: number
  /** What the renters who pay, and those who sign, saw. */
  readonly seen: Seen
  readonly signing: Seen
  readonly charges: number
  /** Deposits that the provider held. */
  readonly holds: number
  readonly violations: readonly Violation[]
  /** Orders and agreements that somebody still had to go on with at the end. */
  readonly queued: number
  /** Whether a typed card number was found in our tables or in what our processes wrote (I6). */
  readonly isCardFound: boolean
}

/** Two of the servers may be down at the same moment; one is left to serve. */
const servers = 3
const killers = 2
/** Ports: one for the sandboxes, seven more for their probes, and eight for each server, whose API is four above its first. */
const portsOf = (first: number) => ({ provider: first + 2, api: Array.from({ length: servers }, (_, at) => first + 16 + 8 * at) })
const drainLimitMs = 240_000

/** Small generator of repeatable chances (mulberry32). */
function chances(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Real API processes on a real PostgreSQL and a provider that misbehaves: renters pay, servers are killed at random moments and started again,
 * then everybody may finish and the books of both sides are compared.
 */
export async function killRun({ kills, script, renters, visits, signers, seed }: KillRunOptions): Promise<KillRunReport> {
  const began = Date.now()
  const folder = await mkdtemp(join(tmpdir(), 'checkin-kill-'))
  const database = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
  await database.withTx((transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings(), fleetToken: null }))
  const ports = portsOf(await freePorts(16 + 8 * servers))
  const provider = await startCardProvider({ port: ports.provider, folder, seed: `kill-${seed}`, shops: ports.api.map((base) => `http://costaverde.localhost:${base}`) })
  const chance = chances(seed)
  const programs: Program[] = []
  let written = ''

  const start = async (at: number): Promise<void> => {
    const base = ports.api[at] ?? 0
    programs[at] = await startServing(script, {
      ...provider.environment, DATABASE_URL: database.url, CHECKIN_PORT: String(base), CHECKIN_CALLBACK_BASE: `http://127.0.0.1:${(ports.api[0] ?? 0) + 4}`,
      CHECKIN_DATA_DIR: folder, CHECKIN_CODE_SECRET: 'code-secret-of-the-kill-run', CHECKIN_PROXY_SECRET: 'proxy-secret-of-the-kill-run', CHECKIN_DOCUMENT_KEY: 'document-key-of-the-kill-run',
      CHECKIN_API_POOL: '8', CHECKIN_MAIL_POLL_MS: '600000',
      CHECKIN_PROVIDER_ANSWER_MS: '500', CHECKIN_PAYMENT_POLL_MS: '200', NODE_COMPILE_CACHE: join(folder, 'compiled'),
    }, `http://127.0.0.1:${base + 4}/readyz`)
  }
  try {
    await Promise.all(ports.api.map((_, at) => start(at)))
    const world = { database, provider, servers: ports.api.map((base) => `http://127.0.0.1:${base + 4}`), chance }
    const [payers, proceeding] = [population(world), proceedingPopulation(world)]
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
    while (payers.seen.reservations < visits) await delay(50)
    isOpen = false
    await Promise.all(visitors)

    const drainBegan = Date.now()
    let ours = await readOurSide(database.adminUrl, { withDump: false })
    let unfinished = await agreementsUnderWay(database.adminUrl)
    while (ours.queued + unfinished > 0 && Date.now() - drainBegan < drainLimitMs) {
      await delay(200)
      ours = await readOurSide(database.adminUrl, { withDump: false })
      unfinished = await agreementsUnderWay(database.adminUrl)
    }
    const { books, dump, queued } = await readOurSide(database.adminUrl, { withDump: true })
    const ledger = await provider.ledger()
    const told = await compareAgreements(database.adminUrl, provider)
    written += programs.map((program) => program.output()).join('')
    return {
      kills, seconds: (Date.now() - began) / 1000, drainSeconds: (Date.now() - drainBegan) / 1000, seen: payers.seen, signing: proceeding.seen, queued: queued + unfinished,
      charges: ledger.filter(({ type, capturedMinor }) => type === 'DEBIT' && capturedMinor > 0).length,
      holds: ledger.filter(({ type, status }) => type === 'PREAUTHORIZE' && status === 'SUCCESS').length,
      violations: [...violations(ledger, books), ...told], isCardFound: `${dump}${written}`.includes(typedCard.number),
    }
  } finally {
    await Promise.all(programs.map((program) => program.kill()))
    await provider.stop()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
