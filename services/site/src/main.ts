import { siteService } from './app.ts'
import { siteSettings } from './settings.ts'

const settings = siteSettings()
const service = await siteService(settings)
await service.listen({ port: settings.port, host: settings.host, internalPort: settings.port + 6 })
