import { probeTls, processSettings } from '@checkin/server'
import { consoleService } from './app.ts'
import { consoleSettings } from './settings.ts'

/** Where the console's probes and metrics are: its own port answers to its own names only. */
export const consoleProbe = () => ({ host: processSettings().probeHost, port: consoleSettings().port + 7, tls: probeTls() })

/** Starts the console from the environment. Throws SettingsError for what the operator has to mend. */
export async function startConsole(): Promise<void> {
  const settings = consoleSettings()
  const { host, port } = consoleProbe()
  const service = await consoleService(settings, settings.upstreams)
  await service.listen({ port: settings.port + 1, host: settings.listenOn, internalPort: port, internalHost: host })
}
