import { fileURLToPath } from 'node:url'
import { openDatabase } from '@checkin/server'
import { registryService } from './app.ts'
import { registrySettings } from './settings.ts'
import type { Tables } from './storage/tables.ts'

const settings = registrySettings()
const database = openDatabase<Tables>({
  url: settings.databaseUrl,
  schema: 'registry',
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
})
await database.migrate()
const service = await registryService({ database, ...settings })
service.onStop(database.close)
await service.listen({ port: settings.port, host: settings.host })
