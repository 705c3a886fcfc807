import pg from 'pg'
import { adminRole, type ClusterSecrets } from './cluster.ts'
import type { Running } from './server-process.ts'

/** The role of all services: no superuser and no bypass, so that row-level security holds for it. */
export const appRole = 'checkin'
const appDatabase = 'checkin'

/** The address of a database of a running server, for a role. */
export function databaseUrl(running: Running, role: string, password: string, database = appDatabase): string {
  const credentials = `${encodeURIComponent(role)}:${encodeURIComponent(password)}`
  const { socketFolder, port } = running
  if (socketFolder === null) return `postgres://${credentials}@127.0.0.1:${port}/${database}`
  return `postgres://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}`
}

/** Makes the application's role and database where they are missing. */
export async function ensureRoles(running: Running, secrets: ClusterSecrets): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(running, adminRole, secrets.adminPassword, 'postgres') })
  // A connection that ends while nothing is asked tells the next query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount: role } = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
    if (!role) {
      await client.query(`create role ${appRole} login nosuperuser nobypassrls nocreatedb nocreaterole password ${client.escapeLiteral(secrets.appPassword)}`)
    }
    const { rowCount: database } = await client.query('select 1 from pg_database where datname = $1', [appDatabase])
    if (!database) await client.query(`create database ${appDatabase} owner ${appRole}`)
  } finally {
    await client.end()
  }
}
