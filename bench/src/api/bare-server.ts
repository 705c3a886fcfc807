import Fastify from 'fastify'
import pg from 'pg'

/**
 * What `npm run bench -- api` compares with: a server that answers one row of the same database and does nothing else. A process of its own,
 * as the API is; says `ready` when it serves.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = Fastify()
app.get('/:reference', async (request) => {
  const { rows } = await pool.query('select reference, state, total_minor from bench_row where reference = $1', [(request.params as { reference: string }).reference])
  return rows[0] as unknown
})
await pool.query('create table if not exists bench_row (reference text primary key, state text, total_minor bigint)')
await pool.query("insert into bench_row select 'B' || n, 'open', n * 100 from generate_series(1, 10000) n on conflict do nothing")
await app.listen({ host: '127.0.0.1', port: Number(process.env['BENCH_PORT']) })
console.log('ready')
process.on('SIGTERM', () => void app.close().then(() => pool.end()))
