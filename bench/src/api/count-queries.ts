import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import pg from 'pg'

/**
 * Loaded by `--import` before a measured server: counts what the server asks of PostgreSQL, records where its time goes while it is asked to, and says both at a port of
 * its own. PostgreSQL counts transactions, not statements, and the extension that does is not everywhere.
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

const session = new Session()
/** What is said at each address. */
const answers: Readonly<Record<string, () => Promise<string> | string>> = {
  '/metrics': () => {
    const { user, system } = process.cpuUsage()
    return `process_cpu_seconds_total ${(user + system) / 1e6}\nqueries_total ${queries}\nround_trips_total ${roundTrips}\n`
  },
  '/record': async () => {
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.start')
    return ''
  },
  '/recorded': async () => JSON.stringify((await session.post('Profiler.stop')).profile),
}

createServer((request, answer) => {
  void Promise.resolve(answers[request.url ?? '']?.()).then((said = '') => answer.end(said))
  // A program that the server starts has the same environment, and is not what is measured.
}).on('error', () => undefined).listen(Number(process.env['BENCH_COUNT_PORT']), '127.0.0.1').unref()
