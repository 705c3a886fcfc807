import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runProgram } from './pg-programs.ts'

/** The environment and parameters that PostgreSQL's programs are run with for an address. */
async function seenBy(address: string): Promise<{ readonly env: Readonly<Record<string, string>>; readonly parameters: readonly string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'checkin-pg-'))
  onTestFinished(() => { rmSync(folder, { recursive: true }) })
  const [program, seen] = [join(folder, 'pg_dump'), join(folder, 'seen')]
  writeFileSync(program, `#!${process.execPath}\nrequire('node:fs').writeFileSync(process.argv[2], JSON.stringify({ env: process.env, parameters: process.argv.slice(2) }))\n`, { mode: 0o700 })
  await runProgram(program, [seen], address)
  return JSON.parse(readFileSync(seen, 'utf8')) as Awaited<ReturnType<typeof seenBy>>
}

it('a backup shows PostgreSQL the certificate of its address, and checks PostgreSQL\'s own, as the services do (decision 0271)', async () => {
  const { env } = await seenBy('postgres://checkin_backup@db.internal/checkin?sslmode=verify-full&sslrootcert=/etc/ca.pem&sslcert=/etc/backup.crt&sslkey=/etc/backup.key')
  expect(env).toMatchObject({ PGHOST: 'db.internal', PGUSER: 'checkin_backup', PGDATABASE: 'checkin', PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/etc/ca.pem', PGSSLCERT: '/etc/backup.crt', PGSSLKEY: '/etc/backup.key' })
  expect(env).not.toHaveProperty('PGPASSWORD')
})

it('a password of an address is in the environment of PostgreSQL\'s programs alone, not among their parameters', async () => {
  const { env, parameters } = await seenBy('postgres://checkin_backup:a%20word@db.internal:5433/checkin')
  expect(env).toMatchObject({ PGPASSWORD: 'a word', PGPORT: '5433' })
  expect(parameters.join(' ')).not.toContain('word')
})
