import { probeTls, processSettings } from '@checkin/server'
import { siteService } from './app.ts'
import { siteSettings } from './settings.ts'

/** Where the site's probes and metrics are: its own port is the public's. */
export const siteProbe = () => ({ host: processSettings().probeHost, port: siteSettings().port + 6, tls: probeTls() })

/** Starts the site from the environment. Throws SettingsError for what the operator has to mend. */
export async function startSite(): Promise<void> {
  const settings = siteSettings()
  const { host, port } = siteProbe()
  const service = await siteService(settings)
  await service.listen({ port: settings.port, host: settings.host, internalPort: port, internalHost: host })
}
