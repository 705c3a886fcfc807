import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runNode } from '@checkin/tools/shell-command'

/**
 * `npm run soak [-- [--victim api|database] times [seed]]`: the long forms of the chaos tests that `npm test` runs briefly, while renters pay, leave deposits
 * and sign. Victim `api`: servers are killed, 1,000 times by default. Victim `database`: PostgreSQL's connections end, it crashes and is
 * stopped in turn, 200 times by default. Prints the figures of each run; ends with 1 when an invariant was broken or a server ended.
 */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const victims = {
  api: { usual: '1000', what: 'kills of API servers', test: 'server-kills.test.ts', times: 'CHECKIN_KILLS' },
  database: { usual: '200', what: 'faults of PostgreSQL', test: 'database-faults.test.ts', times: 'CHECKIN_DATABASE_FAULTS' },
} as const

function wanted() {
  try {
    const { values, positionals } = parseArgs({ options: { victim: { type: 'string', default: 'api' } }, allowPositionals: true })
    const victim = values.victim === 'api' || values.victim === 'database' ? victims[values.victim] : null
    const [times = victim?.usual ?? '', seed = String(Math.floor(Math.random() * 2 ** 31)), ...rest] = positionals
    return victim && rest.length === 0 && /^\d+$/.test(times) && /^\d+$/.test(seed) ? { victim, times, seed } : null
  } catch {
    return null
  }
}

const run = wanted()
if (!run) {
  console.error('Usage: npm run soak [-- [--victim api|database] times [seed]]')
  process.exit(2)
}
console.log(`soak: ${run.times} ${run.victim.what}, seed ${run.seed} (give both to repeat a run)`)
process.exit(await runNode(root, [
  'tools/node_modules/vitest/vitest.mjs', 'run', '--root', '.', `services/reservation-api/test/chaos/${run.victim.test}`,
], { [run.victim.times]: run.times, CHECKIN_KILL_SEED: run.seed }))
