import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@checkin/http/client'
import { approveSize, getAudit } from '@checkin/registry'
import { startPostgres } from '@checkin/server/postgres'
import { base, startProgram } from '../program.ts'
import { keep, percentile, progress } from '../report.ts'


/** Callers who change something again at once, each a module of its own; answers how long each change took, in milliseconds. */
async function changes(call: ReturnType<typeof createClient>['call'], callers: number, seconds: number): Promise<readonly number[]> {
  const [times, end]: [number[], number] = [[], performance.now() + seconds * 1000]
  const change = async (_: unknown, caller: number): Promise<void> => {
    for (let bytes = 200_000; performance.now() < end; bytes += 1) {
      const began = performance.now()
      await call(approveSize, { params: { name: `mfe-${caller}` }, body: { bytes, reason: 'measured' } })
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: callers }, change))
  return times
}

/** `npm run bench -- ledger [seconds]`: how many changes a second one registry commits, each with its entry of the audit, by one caller and by eight. */
export async function ledgerBench(args: readonly string[]): Promise<void> {
  const [seconds = 10] = args.map(Number)
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const postgres = await progress('PostgreSQL', () => startPostgres({ dataDir: folder, onNotice: () => undefined }))
  let stop = (): Promise<void> => Promise.resolve()
  try {
    stop = await progress('the registry', () => startProgram('services/module-registry/src/main.ts', {
      DATABASE_URL: postgres.url, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder,
      CHECKIN_REGISTRY_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }, /listens on/))
    const { call } = createClient({ baseUrl: `http://127.0.0.1:${base + 5}`, token: 'demo-approver', timeoutMs: 60_000 })
    await changes(call, 1, 1)
    const rows = []
    for (const callers of [1, 8]) {
      const times = await progress(`${callers} callers for ${seconds} s`, () => changes(call, callers, seconds))
      rows.push({ callers, perSecond: Math.round(times.length / seconds), middleMs: round(percentile(times, 0.5)), of99Ms: round(percentile(times, 0.99)) })
    }
    // Every change is an entry of the one chain.
    const { entries: [last] } = await call(getAudit, { query: {} })
    console.table(rows)
    await keep('ledger', { rows, entries: last?.entry })
  } finally {
    await stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const round = (value: number): number => Math.round(value * 10) / 10
