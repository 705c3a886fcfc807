import { listenSettings, probeTls, processSettings, requestLimits, runCommands, traceSettings } from '@checkin/server'
import { siteLimits, siteSettings } from './settings.ts'
import { siteProbe, startSite } from './start-site.ts'

await runCommands({
  site: { does: 'pages and files of all tenants, and their calls to the API', settings: [siteSettings, siteLimits, requestLimits, processSettings, probeTls, listenSettings, traceSettings], start: startSite, probe: siteProbe },
})
