import { siteService } from './app.ts'
import { siteSettings } from './settings.ts'

const settings = siteSettings()
const service = await siteService(settings, {
  api: { host: '127.0.0.1', port: settings.port + 4, secret: settings.proxySecret, behindProxy: settings.trustProxy },
  registry: `http://127.0.0.1:${settings.port + 5}`,
})
await service.listen({ port: settings.port, host: settings.host, internalPort: settings.port + 6 })
