import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { internalFetch, openDatabase } from '@checkin/server'
import type { TestDatabase } from '@checkin/server/testing'
import pg from 'pg'
import { apiAddress, apiEnvironment, chances, settledLedgers, type Ledgers } from '../chaos/chaos-run.ts'
import { paymentLoad, type Seen } from '../chaos/payment-load.ts'
import { precheckoutLoad } from '../chaos/precheckout-load.ts'
import { freePorts, startServing, type Program } from '../chaos/processes.ts'
import { startProviders } from '../chaos/provider-processes.ts'
import { aFleetReservation, fleetToken, tenantSettings } from '../fixtures/whole-api.fixture.ts'
import { migrationsFolder } from '../../src/settings.ts'
import type { Tables } from '../../src/tables.ts'
import { putTenant } from '../../src/tenants/tenant-store.ts'
import { patroniCluster, type Kill } from './patroni.fixture.ts'

/** One failover: seconds until another primary led, until the killed one followed it, and the longest time without a stored write around it. */
export interface Failover {
  readonly kill: Kill
  readonly led: number
  readonly whole: number
  readonly gap: number
}

export interface FailoversReport extends Ledgers {
  readonly failovers: readonly Failover[]
  readonly seconds: number
  readonly seen: Seen
  readonly signing: Seen
  /** Writes of the company's system that were answered 200, and those of them that are not in the database afterwards. */
  readonly stored: number
  readonly lost: number
  /** Payments that renters were told of, and those in the database. */
  readonly seenPaid: number
  readonly paid: number
  /** API servers and workers that ended by themselves. */
  readonly gone: number
}

/** The company's system: it stores one reservation after the other at any server, and remembers which of them were answered, and when. */
function steadyWrites(servers: readonly string[]) {
  const stored: string[] = []
  const times = [Date.now()]
  const office = { isOpen: true }
  const done = (async () => {
    for (let at = 0; office.isOpen; at += 1) {
      const reference = `STEADY${at}`
      const answer = await internalFetch(`${servers[at % servers.length]}/fleet/v1/reservations/${reference}`, {
        method: 'PUT', body: aFleetReservation({ customer: { name: 'Maria', surname: 'Silva', email: null } }), timeoutMs: 15_000, headers: { authorization: `Bearer ${fleetToken('costaverde')}` },
      }).catch(() => null)
      if (answer && answer.status < 300) {
        stored.push(reference)
        times.push(Date.now())
      }
      await delay(100)
    }
  })()
  return {
    stored,
    /** Longest time in seconds between two stored writes since a moment. */
    gapSince: (moment: number): number => {
      const since = [...times.filter((time, at) => (times[at + 1] ?? Date.now()) >= moment), Date.now()]
      return Math.max(...since.slice(1).map((time, at) => time - (since[at] ?? time))) / 1000
    },
    stop: () => {
      office.isOpen = false
      return done
    },
  }
}

/** Two API processes and a worker over PgBouncer and a cluster whose primary is killed while renters pay, leave deposits and sign; afterwards both ledgers are compared. */
export async function runFailovers({ kills, seed, renters }: { readonly kills: number; readonly seed: number; readonly renters: number }): Promise<FailoversReport> {
  const began = Date.now()
  const folder = await mkdtemp(join(tmpdir(), 'checkin-cluster-'))
  await chmod(folder, 0o711)
  const chance = chances(seed)
  const first = await freePorts(64)
  const cluster = await patroniCluster(folder, first)
  const programs: Program[] = []
  let provider: Awaited<ReturnType<typeof startProviders>> | null = null
  let database: TestDatabase<Tables> | null = null
  try {
    await cluster.prepare()
    const opened = { ...openDatabase<Tables>({ url: cluster.url, schema: 'reservation', migrations: migrationsFolder, poolSize: 20 }), url: cluster.url, adminUrl: cluster.adminUrl }
    database = opened
    await opened.migrate()
    await opened.withTx((transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings(), fleetToken: fleetToken('costaverde') }))
    const bases = [first + 32, first + 42]
    const data = join(folder, 'data')
    const started = await startProviders({ port: first + 14, folder: data, seed: `failover-${seed}`, shops: bases.map((base) => `http://costaverde.localhost:${base}`) })
    provider = started
    const environment = (base: number) => apiEnvironment({ provider: started, databaseUrl: cluster.url, folder: data, base, callbacks: bases[0] ?? 0 })
    const program = 'services/reservation-api/src/checkin.ts'
    programs.push(...await Promise.all([
      ...bases.map((base) => startServing(program, environment(base), `${apiAddress(base)}/readyz`, ['api'])),
      startServing(program, environment(first + 52), `http://127.0.0.1:${first + 61}/readyz`, ['worker']),
    ]))
    const servers = bases.map(apiAddress)
    const world = { database: opened, provider: started, servers, chance }
    const [payers, proceeding] = [paymentLoad(world), precheckoutLoad(world)]
    let isOpen = true
    const visitors = [...Array.from({ length: renters }, () => payers), proceeding].map(async ({ visit, seen }) => {
      while (isOpen) {
        await visit().catch(async () => {
          seen.broken += 1
          await delay(200)
        })
      }
    })
    const writes = steadyWrites(servers)
    const gone = (): number => programs.filter((each) => !each.isRunning()).length
    const failovers: Failover[] = []
    for (let at = 0; at < kills && gone() === 0; at += 1) {
      await delay(1000 + 3000 * chance())
      const [kill, moment] = [at % 5 === 4 ? 'machine' : 'server', Date.now()] as const
      const times = await cluster.kill(kill)
      const before = writes.stored.length
      while (writes.stored.length === before && gone() === 0) await delay(100)
      failovers.push({ kill, ...times, gap: writes.gapSince(moment) })
      console.log(`failover ${at + 1} of ${kills}: ${JSON.stringify(failovers.at(-1))}`)
    }
    isOpen = false
    await Promise.all([...visitors, writes.stop()])
    const ledgers = await settledLedgers({ adminUrl: cluster.adminUrl, provider: started, written: () => programs.map((each) => each.output()).join('') })
    const kept = await referencesIn(cluster.adminUrl)
    return {
      ...ledgers, failovers, seconds: (Date.now() - began) / 1000, seen: payers.seen, signing: proceeding.seen, gone: gone(), stored: writes.stored.length,
      lost: writes.stored.filter((reference) => !kept.references.has(reference)).length, seenPaid: payers.seen.paid, paid: kept.paid,
    }
  } catch (error) {
    const logs = await Promise.all((await readdir(folder)).filter((name) => name.endsWith('.log')).map(async (name) => `${name}: ${(await readFile(join(folder, name), 'utf8')).slice(-1500)}`))
    throw new Error(`The run broke off:\n${logs.join('\n')}\n${programs.map((each) => each.output().slice(-1500)).join('\n')}`, { cause: error })
  } finally {
    await Promise.all(programs.map((each) => each.kill()))
    await provider?.stop()
    await database?.close()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function referencesIn(adminUrl: string) {
  const admin = new pg.Client({ connectionString: adminUrl, options: '-c search_path=reservation' })
  admin.on('error', () => undefined)
  await admin.connect()
  try {
    const { rows } = await admin.query<{ reference: string }>('select reference from reservation')
    const { rows: [count] } = await admin.query<{ paid: number }>("select count(*)::int as paid from payment_intent where state = 'paid' and purpose = 'balance'")
    return { references: new Set(rows.map(({ reference }) => reference)), paid: count?.paid ?? 0 }
  } finally {
    await admin.end()
  }
}
