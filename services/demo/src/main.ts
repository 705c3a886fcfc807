import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SettingsError, stopWithParent } from '@checkin/server'
import { startPostgres } from '@checkin/server/postgres'
import { loadDemoData } from './demo-data.ts'
import { loadFurther } from './further-data.ts'
import { builtModules, publishAndPoint } from './publish.ts'
import { expectFree, PortInUseError, portsFrom, type Ports } from './ports.ts'
import { Processes, stopOnceStarted } from './processes.ts'
import { checkProduction, productionSpecs, refuseDemoFlags } from './production.ts'
import { progress } from './progress.ts'
import { runCommand } from './run-command.ts'
import { demoSecrets } from './secrets.ts'
import { adminToken, serviceSpecs, siteSpec, type ServiceEnvironment } from './services.ts'
import { walletAddresses } from './providers.ts'
import { demoWalletAccounts } from './wallet-accounts.ts'
import { demoSettings } from './settings.ts'
import { printTable } from './table.ts'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const processes = new Processes(root)
const toStop: (() => Promise<void>)[] = [() => processes.stop()]
let stopped: Promise<void> | null = null

/**
 * Services first, the database last: nobody is cut off in the middle of a transaction.
 * A terminal and npm may both pass a Ctrl-C on; the second waits for what the first began.
 */
async function stop(code: number): Promise<never> {
  stopped ??= endAll()
  await stopped
  process.exit(code)
}

async function endAll(): Promise<void> {
  for (const end of toStop) await end().catch((error: unknown) => { console.error(error) })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
stopWithParent(() => void stop(0))

async function start(): Promise<void> {
  const settings = demoSettings(process.argv.slice(2), root)
  const ports = portsFrom(settings.port)
  if (settings.mode === 'production') return startProduction(settings.dataDir, ports)
  await expectFree(ports)
  if (settings.fresh) await progress('removing the former data', () => rm(settings.dataDir, { recursive: true, force: true }))

  const assetsDir = join(settings.dataDir, 'assets')
  // Where nothing was published yet, a site that began before the tenants would know them seconds late.
  const isKnown = existsSync(assetsDir)

  const postgres = async (): Promise<string> => {
    if (settings.databaseUrl !== undefined) return settings.databaseUrl
    const starting = startPostgres({ dataDir: settings.dataDir, onNotice: (message) => { console.log(message) } })
    // A build beside it may fail first.
    toStop.push(stopOnceStarted(starting))
    return (await starting).url
  }
  const [databaseUrl, modules] = await Promise.all([
    progress('starting PostgreSQL', postgres),
    progress('building the shell and the modules', () => builtModules(root)),
    progress('building the console', () => runCommand(root, ['services/ops-console/src/build/build-pages.ts'], {})),
  ])
  const environment: ServiceEnvironment = {
    ports, databaseUrl, dataDir: settings.dataDir, assetsDir, secrets: await demoSecrets(settings.dataDir), wallets: await demoWalletAccounts(settings.dataDir, walletAddresses(ports)),
  }
  await progress('starting the services', () => Promise.all(serviceSpecs(environment).map((spec) => processes.start(spec))))
  const site = siteSpec(environment, settings.sitePort)
  const startingSite = isKnown ? processes.start(site) : null
  // What goes wrong with it is told where it is waited for, or not at all when something else ends the start.
  startingSite?.catch(() => undefined)
  const demo = await progress('loading tenants and reservations', () => loadDemoData({ ports, demoData: settings.demoData, secrets: environment.secrets, wallets: environment.wallets }))
  await progress('publishing what changed', () => publishAndPoint({ root, ports, dataDir: settings.dataDir, modules, hosts: demo.hosts }))
  const { further } = settings
  if (further) await progress(`loading until there are ${further.tenants} companies and ${further.reservations} reservations`, () => loadFurther(further, { api: `http://127.0.0.1:${ports.api}`, registry: `http://127.0.0.1:${ports.registry}`, adminToken, operatorToken: 'demo-operator' }))
  await progress('starting the site', () => startingSite ?? processes.start(site))
  printTable({ ports, demo })
}

/** The services as the environment sets them up, and nothing of the demo: no sandboxes, no mailbox, no data. */
async function startProduction(dataDir: string, ports: Ports): Promise<void> {
  refuseDemoFlags(process.argv.slice(2))
  const specs = productionSpecs(ports)
  await checkProduction({ root, dataDir, specs, env: process.env })
  await expectFree(ports)
  await progress('building the console', () => runCommand(root, ['services/ops-console/src/build/build-pages.ts'], {}))
  for (const spec of specs) await progress(`starting ${spec.name}`, () => processes.start(spec))
  console.log(`Running. site ${ports.site}, console ${ports.ops}, reservation-api ${ports.api}, module-registry ${ports.registry}; what comes next: docs/installation.md`)
}

start().catch(async (error: unknown) => {
  // A wrong setting or a taken port is the reader's to mend: its own words are enough.
  console.error(error instanceof SettingsError || error instanceof PortInUseError ? error.message : error)
  await stop(1)
})
