import { listenSettings, migrateCommand, probeTls, processSettings, requestLimits, runCommands, traceSettings } from '@checkin/server'
import { smtpSettings } from '@checkin/server/mail'
import { registrySettings } from './settings.ts'
import { migrateRegistry, registryProbe, startRegistry } from './start-registry.ts'

await runCommands({
  registry: { does: 'published modules, release sets and who gets which', settings: [registrySettings, smtpSettings, requestLimits, processSettings, probeTls, listenSettings, traceSettings], start: startRegistry, probe: registryProbe },
  migrate: migrateCommand(migrateRegistry),
})
