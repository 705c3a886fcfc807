import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, type Client } from '@checkin/http/client'
import { addReports, createPlan, explainTenant, getAudit, getSnapshot, getTenant, getTimeline, listPlans, listTenants, searchTenants, setPointer } from '@checkin/registry'
import { datedSnapshotHeader } from '@checkin/releases'
import { siteKey, siteKeyHeader } from '@checkin/server'
import { startPostgres } from '@checkin/server/postgres'
import { counted } from '../api/bare.ts'
import { openAdmin, round } from '../api/readings.ts'
import { base, startProgram } from '../program.ts'
import { progress } from '../report.ts'
import { changing, fillRegistry, hostOf, versionOf, type RegistryAmount } from './registry-data.ts'

const countPort = base + 52

/** What one call or one minute of the registry costs. */
interface RegistryCost {
  readonly what: string
  /** The middle of the tries. */
  readonly ms: number
  readonly queries: number
  readonly processorMs: number
  readonly kilobytes: number
}

async function counts(): Promise<{ readonly processor: number; readonly queries: number }> {
  const text = await (await fetch(`http://127.0.0.1:${countPort}/`)).text()
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return { processor: value('process_cpu_seconds_total'), queries: value('queries_total') }
}

/** Asks so many times and answers what one of them cost; what the registry does by itself meanwhile is in it. */
async function costOf(what: string, ask: (at: number) => Promise<unknown>, tries = 5): Promise<RegistryCost> {
  const times: number[] = []
  const before = await counts()
  let kilobytes = 0
  for (let at = 0; at < tries; at += 1) {
    const began = performance.now()
    const answer = await ask(at)
    times.push(performance.now() - began)
    kilobytes = answer === undefined ? 0 : round(JSON.stringify(answer).length / 1000)
  }
  const after = await counts()
  return { what, ms: round(times.sort((one, other) => one - other)[Math.floor(tries / 2)] ?? Number.NaN), queries: round((after.queries - before.queries) / tries), processorMs: round((after.processor - before.processor) * 1000 / tries), kilobytes }
}

/** What a minute without any call costs: share of a processor, queries. */
async function idle(seconds: number): Promise<{ readonly processorPercent: number; readonly queriesPerMinute: number }> {
  const before = await counts()
  await delay(seconds * 1000)
  const after = await counts()
  return { processorPercent: round((after.processor - before.processor) / seconds * 100), queriesPerMinute: round((after.queries - before.queries) / seconds * 60) }
}

const batchOf = (from: number, rows: number) => ({
  outcomes: Array.from({ length: rows }, (_, at) => ({ host: hostOf(from + at), module: changing, version: versionOf(0), good: 3, bad: 0 })), errors: [], vitals: [],
  steps: Array.from({ length: rows }, (_, at) => ({ host: hostOf(from + at), module: changing, version: versionOf(0), step: 'verify-driver', reached: 3, left: 3, failed: 0 })), live: Array.from({ length: rows }, (_, at) => ({ host: hostOf(from + at), setId: 1, visits: 3 })),
})

/** Measures a registry with so many tenants, made for it. */
export async function measureRegistry(amount: RegistryAmount): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const postgres = await progress('PostgreSQL', () => startPostgres({ dataDir: folder, onNotice: () => undefined }))
  const secret = randomBytes(24).toString('base64url')
  const start = () => startProgram('services/module-registry/src/main.ts', {
    DATABASE_URL: postgres.url, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder, CHECKIN_MODE: 'demo', CHECKIN_LOG_LEVEL: 'info', CHECKIN_PROXY_SECRET: secret, CHECKIN_REGISTRY_WIDE_TENANTS: '100000',
    CHECKIN_REGISTRY_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), ...counted(countPort),
  }, /listens on|listening/)
  const clientOf = (token: string): Client => createClient({ baseUrl: `http://127.0.0.1:${base + 5}`, token, timeoutMs: 600_000 })
  const operator = clientOf('demo-operator')
  const admin = await openAdmin(postgres)
  const stop = await progress('the registry', start)
  try {
    await progress(`${amount.tenants} tenants`, () => fillRegistry(admin, clientOf, join(folder, 'keys'), amount))
    const snapshot = (tag?: string) => operator.exchange(getSnapshot, undefined, { headers: { [datedSnapshotHeader]: 'dated', ...(tag !== undefined && { 'if-none-match': tag }) } })
    const rows: RegistryCost[] = []
    const note = async (...args: Parameters<typeof costOf>): Promise<void> => { rows.push(await progress(args[0], () => costOf(...args))) }
    let tag = ''
    await note('snapshot, the first', async () => { const answer = await snapshot(); tag = String(answer.headers.get('etag')); return answer.data }, 1)
    await note('snapshot, as it was made', async () => (await snapshot()).data)
    await note('snapshot, unchanged', () => snapshot(tag).then(() => undefined, () => undefined), 20)
    await note('list of tenants', () => operator.call(listTenants))
    await note('search of tenants, a page', () => operator.call(searchTenants, { query: {} }))
    await note('search of tenants, by host', () => operator.call(searchTenants, { query: { search: 't00777' } }))
    await note('one tenant', () => operator.call(getTenant, { params: { host: hostOf(7) } }))
    await note('why one tenant gets what it gets', () => operator.call(explainTenant, { params: { host: hostOf(7) }, query: {} }))
    await note('timeline of a tenant', () => operator.call(getTimeline, { params: { host: hostOf(7) }, query: {} }))
    await note('audit, the newest', () => operator.call(getAudit, { query: {} }))
    const release = async (at: number): Promise<void> => {
      await operator.call(setPointer, { params: { host: hostOf(20 + at) }, body: { modules: { [changing]: versionOf(3) }, reason: 'the bench changes it', emergency: true } }, { ifMatch: amount.revisions })
    }
    await note('a release change, the first after the copies', () => release(0), 1)
    await note('a release change', (at) => release(1 + at))
    await note('snapshot after a change', async () => (await snapshot()).data, 1)
    const reports = (size: number) => () => clientOf('').exchange(addReports, { body: batchOf(100, size) }, { headers: { [siteKeyHeader]: siteKey(secret, 'reports') } }).then(() => undefined)
    await note('reports of 20 tenants', reports(20))
    await note('reports of 500 tenants', reports(500))
    const quiet = await progress('a minute without calls', () => idle(60))
    const hosts = Array.from({ length: Math.min(1000, amount.tenants - 200) }, (_, at) => hostOf(200 + at))
    await note(`a plan over ${hosts.length} tenants begins`, () => operator.call(createPlan, { body: { name: 'bench', hosts, modules: { [changing]: versionOf(amount.sets) }, steps: [{ percent: 5, dwellMinutes: 0.5 }, { percent: 100, dwellMinutes: 0 }], gate: { minSessions: 0 }, reason: 'measured', emergency: true } }), 1)
    const began = performance.now()
    const steps: { readonly step: number; readonly seconds: number }[] = []
    const before = await counts()
    for (let state = 'running', known = -2; state === 'running' && performance.now() - began < 300_000;) {
      const [plan] = (await operator.call(listPlans)).plans
      if (plan && plan.step !== known) steps.push({ step: known = plan.step, seconds: round((performance.now() - began) / 1000) })
      state = plan?.state ?? 'none'
      if (state !== 'running') steps.push({ step: 99, seconds: round((performance.now() - began) / 1000) })
      await delay(500)
    }
    const after = await counts()
    const plan = { tenants: hosts.length, steps, processorSeconds: round(after.processor - before.processor), queries: after.queries - before.queries }
    console.table(rows)
    console.log(quiet, JSON.stringify(plan))
    const { rows: [size] } = await admin.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    return { ...amount, load: round(loadavg()[0] ?? 0), rows, quiet, plan, databaseMegabytes: Math.round(Number(size?.bytes) / 1e6) }
  } finally {
    await admin.end()
    await stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
