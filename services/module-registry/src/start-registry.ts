import { join } from 'node:path'
import { listenTls, openDatabase, watchDatabase, type Database } from '@checkin/server'
import { watchStore } from '@checkin/server/object-store'
import { watchCredentials } from './access/credential-ends.ts'
import { registryService } from './app.ts'
import { watchSuspensions } from './releases/suspension-metrics.ts'
import { registrySettings } from './settings.ts'
import type { Tables } from './storage/tables.ts'

const registryDatabase = (url: string): Database<Tables> => openDatabase<Tables>({ url, schema: 'registry', migrations: join(import.meta.dirname, '..', 'migrations') })

/** Where the registry's probes are. */
export const registryProbe = () => {
  const { host, port } = registrySettings()
  return { host, port, tls: listenTls()?.current() ?? null }
}

/** Starts the registry from the environment. Throws SettingsError for what the operator has to mend. */
export async function startRegistry(): Promise<void> {
  const settings = registrySettings()
  const database = registryDatabase(settings.databaseUrl)
  await database.migrate()
  const service = await registryService({ database, ...settings })
  service.onStop(database.close)
  service.onStop(watchDatabase(database, service.metrics).stop)
  service.onStop(watchCredentials(database, service.metrics, { clock: () => new Date() }).stop)
  service.onStop(watchSuspensions(database, service.metrics, { clock: () => new Date() }).stop)
  if (settings.assetObjects) service.onStop(watchStore(settings.assetObjects, service.metrics).stop)
  await service.listen({ port: settings.port, host: settings.host })
}

/** Brings the registry's tables up to this release and ends. Answers the migrations that it applied. */
export async function migrateRegistry(url: string): Promise<readonly string[]> {
  const database = registryDatabase(url)
  try {
    return await database.migrate()
  } finally {
    await database.close()
  }
}
