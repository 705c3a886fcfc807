import { siteService } from './app.ts'
import { siteSettings } from './settings.ts'

const settings = siteSettings()
const service = await siteService(settings, {
  api: { ...settings.api, secret: settings.proxySecret, behindProxy: settings.trustProxy },
  registry: settings.registry,
})
await service.listen({ port: settings.port, host: settings.host, internalPort: settings.port + 6 })
