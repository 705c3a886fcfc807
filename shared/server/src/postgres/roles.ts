import pg from 'pg'
import { appRole } from '../database/migrations.ts'
import { adminRole, type ClusterSecrets } from './cluster.ts'
import type { Running } from './server-process.ts'

/** The role that services log in as: it owns the tables, and the services work as the application role. No superuser and no bypass, so that row-level security holds for it. */
export const serviceRole = 'checkin'
/** The role that backups are made with: reads everything, past row-level security, and writes nothing. */
export const backupRole = 'checkin_backup'
const appDatabase = 'checkin'

/** The address of a database of a running server, for a role. */
export function databaseUrl(running: Running, role: string, password: string, database = appDatabase): string {
  const credentials = `${encodeURIComponent(role)}:${encodeURIComponent(password)}`
  const { socketFolder, port } = running
  if (socketFolder === null) return `postgres://${credentials}@127.0.0.1:${port}/${database}`
  return `postgres://${credentials}@localhost:${port}/${database}?host=${encodeURIComponent(socketFolder)}`
}

/** Makes the roles of services and of backups, and the database, where they are missing. docs/operations.md has the same for other servers. */
export async function ensureRoles(running: Running, secrets: ClusterSecrets): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(running, adminRole, secrets.adminPassword, 'postgres') })
  // A connection that ends while nothing is asked tells the next query; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount: role } = await client.query('select 1 from pg_roles where rolname = $1', [serviceRole])
    if (!role) {
      await client.query(`create role ${serviceRole} login nosuperuser nobypassrls nocreatedb nocreaterole password ${client.escapeLiteral(secrets.appPassword)}`)
    }
    const { rowCount: app } = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
    if (!app) await client.query(`create role ${appRole} nologin nosuperuser nobypassrls nocreatedb nocreaterole`)
    await client.query(`grant ${appRole} to ${serviceRole}`)
    const { rowCount: backup } = await client.query('select 1 from pg_roles where rolname = $1', [backupRole])
    if (!backup) {
      await client.query(`create role ${backupRole} login nosuperuser bypassrls nocreatedb nocreaterole password ${client.escapeLiteral(secrets.backupPassword)}`)
      await client.query(`alter role ${backupRole} set default_transaction_read_only = on`)
      await client.query(`grant pg_read_all_data to ${backupRole}`)
    }
    const { rowCount: database } = await client.query('select 1 from pg_database where datname = $1', [appDatabase])
    if (!database) await client.query(`create database ${appDatabase} owner ${serviceRole}`)
  } finally {
    await client.end()
  }
}
