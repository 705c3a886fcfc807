import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { installs } from '../debian-package.ts'
import { offerPostgres } from '../offer-postgres.ts'
import { runNode } from '../shell-command.ts'

/**
 * `npm run cluster [-- --kills n --seed n]`: two PostgreSQL under Patroni and etcd, HAProxy and PgBouncer in transaction mode before them, API processes and
 * a worker of the product; the primary is killed under paying renters, 20 times unless told. Needs Debian's packages of these names, which it installs
 * as root. Prints the figures; ends with 1 when something was paid twice or lost, or a process ended.
 */
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' }, seed: { type: 'string', default: '20261124' } } })
if (!/^[1-9]\d*$/.test(values.kills) || !/^\d+$/.test(values.seed)) {
  console.error('Usage: npm run cluster [-- --kills n --seed n]')
  process.exit(2)
}
offerPostgres()
for (const [name, path] of [['etcd-server', '/usr/bin/etcd'], ['python3-etcd', '/usr/lib/python3/dist-packages/etcd'], ['patroni', '/usr/bin/patroni'], ['haproxy', '/usr/sbin/haproxy'], ['pgbouncer', '/usr/sbin/pgbouncer']] as const) {
  if (!existsSync(path) && !installs(name, path)) {
    console.error(`Debian's package ${name} is missing: apt-get install --no-install-recommends etcd-server patroni python3-etcd haproxy pgbouncer postgresql`)
    process.exit(1)
  }
}
process.exit(await runNode(root, [
  'tools/node_modules/vitest/vitest.mjs', 'run', '--root', '.', 'services/reservation-api/test/cluster/failovers.test.ts',
], { CHECKIN_FAILOVERS: values.kills, CHECKIN_KILL_SEED: values.seed }))
