import { createServer } from 'node:http'
import pg from 'pg'

/**
 * Loaded by `--import` before a measured server: counts what the server asks of PostgreSQL and says it at a port of its own. PostgreSQL counts
 * transactions, not statements, and the extension that does is not everywhere.
 */
let [queries, roundTrips] = [0, 0]
pg.Client.prototype.query = new Proxy<typeof pg.Client.prototype.query>(Reflect.get(pg.Client.prototype, 'query'), {
  apply(sent, client: pg.Client, asked: unknown[]): unknown {
    const [first] = asked as [string | { readonly statements?: readonly unknown[] }]
    roundTrips += 1
    queries += typeof first === 'string' ? 1 : first.statements?.length ?? 1
    return Reflect.apply(sent, client, asked)
  },
})

createServer((_request, answer) => {
  const { user, system } = process.cpuUsage()
  answer.end(`process_cpu_seconds_total ${(user + system) / 1e6}\nqueries_total ${queries}\nround_trips_total ${roundTrips}\n`)
  // A program that the server starts has the same environment, and is not what is measured.
}).on('error', () => undefined).listen(Number(process.env['BENCH_COUNT_PORT']), '127.0.0.1').unref()
