import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNode } from '@checkin/tools/shell-command'

/**
 * `npm run soak [-- kills] [seed]`: the long forms of what `npm test` does briefly. Servers are killed 1,000 times while renters pay, leave
 * deposits and sign, and two million sequences go through the payment's table of states. Prints the figures of each run; ends with 1 when an
 * invariant was broken.
 */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const [kills = '1000', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
if (!/^\d+$/.test(kills) || !/^\d+$/.test(seed)) {
  console.error('Usage: npm run soak [-- kills] [seed]')
  process.exit(2)
}
console.log(`soak: ${kills} kills, seed ${seed} (give both to repeat a run)`)
const payments = 'services/reservation-api/src/features/payments'
process.exit(await runNode(root, [
  'tools/node_modules/vitest/vitest.mjs', 'run', '--root', '.', `${payments}/kill/kill.test.ts`, `${payments}/payment-state.test.ts`,
], { CHECKIN_KILLS: kills, CHECKIN_KILL_SEED: seed, CHECKIN_SEQUENCES: '2000000' }))
