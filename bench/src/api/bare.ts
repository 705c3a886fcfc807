import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Postgres } from '@checkin/server/postgres'
import { base, startProgram } from '../program.ts'
import { caller } from './renters.ts'

import { adminAddress } from './readings.ts'
import type { Outcome } from './arrivals.ts'

const counter = join(dirname(fileURLToPath(import.meta.url)), 'count-queries.ts')

/** Settings with which a program counts its queries and tells them, with its processor time, at this port. */
export const counted = (port: number) => ({ NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${counter}`.trim(), BENCH_COUNT_PORT: String(port) })

/** Starts the server that answers one row of the product's database (bare-server.ts), and a call that asks it for any. */
export async function startBare(postgres: Postgres, { port, counts }: { readonly port: number; readonly counts: number }) {
  const stop = await startProgram('bench/src/api/bare-server.ts', { DATABASE_URL: adminAddress(postgres), BENCH_PORT: String(port), ...counted(counts) }, /ready/)
  const { call, close } = caller(port, base)
  return {
    oneRow: async (): Promise<Outcome> => ((await call('GET', `/B${1 + Math.floor(Math.random() * 10_000)}`)).status === 200 ? 'served' : 'failed'),
    stop: async () => { close(); await stop() },
  }
}
