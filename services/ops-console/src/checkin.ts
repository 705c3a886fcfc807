import { listenSettings, probeTls, processSettings, requestLimits, runCommands, traceSettings } from '@checkin/server'
import { consoleSettings } from './settings.ts'
import { consoleProbe, startConsole } from './start-console.ts'

await runCommands({
  console: { does: 'the control room of operators', settings: [consoleSettings, requestLimits, processSettings, probeTls, listenSettings, traceSettings], start: startConsole, probe: consoleProbe },
})
