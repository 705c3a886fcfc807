import { consoleService } from './app.ts'
import { consoleSettings } from './settings.ts'

const settings = consoleSettings()
const service = await consoleService(settings, {
  registry: `http://127.0.0.1:${settings.port + 5}`,
  reservations: `http://127.0.0.1:${settings.port + 4}`,
})
await service.listen({ port: settings.port + 1, host: settings.listenOn, internalPort: settings.port + 7 })
