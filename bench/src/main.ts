import { port } from './product.ts'

type Bench = (args: readonly string[]) => Promise<void>

/** Every benchmark by its name; what comes after the name is its own. Loaded when it is asked for, so that the page objects find the product whose port is set below. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'first-screen': async () => (await import('./first-screen/run.ts')).firstScreenBench,
  journey: async () => (await import('./journey.ts')).journeyBench,
  presses: async () => (await import('./presses.ts')).pressesBench,
  interaction: async () => (await import('./interaction.ts')).interactionBench,
  controls: async () => (await import('./controls/run.ts')).controlsBench,
  lighthouse: async () => (await import('./lighthouse.ts')).lighthouseBench,
  html: async () => (await import('./html.ts')).htmlBench,
  api: async () => (await import('./api/run.ts')).apiBench,
  overload: async () => (await import('./api/overload.ts')).overloadBench,
  steady: async () => (await import('./api/steady.ts')).steadyBench,
  pictures: async () => (await import('./api/pictures.ts')).picturesBench,
  scaling: async () => (await import('./api/scaling.ts')).scalingBench,
  start: async () => (await import('./start.ts')).startBench,
  build: async () => (await import('./modules.ts')).buildBench,
  publish: async () => (await import('./modules.ts')).publishBench,
  delivery: async () => (await import('./delivery.ts')).deliveryBench,
  attacks: async () => (await import('./releases/attacks.ts')).attacksBench,
  propagation: async () => (await import('./releases/propagation.ts')).propagationBench,
  tenants: async () => (await import('./releases/many-tenants.ts')).manyTenantsBench,
  'slow-clients': async () => (await import('./slow-clients.ts')).slowClientsBench,
  'idle-tenants': async () => (await import('./idle-tenants.ts')).idleTenantsBench,
  console: async () => (await import('./console/run.ts')).consoleBench,
  import: async () => (await import('./import.ts')).importBench,
  'fleet-events': async () => (await import('./fleet-events.ts')).fleetEventsBench,
  ledger: async () => (await import('./releases/ledger.ts')).ledgerBench,
  reservations: async () => (await import('./scale/reservations.ts')).reservationsBench,
  registry: async () => (await import('./scale/registry-run.ts')).registryBench,
  cost: async () => (await import('./scale/cost.ts')).costBench,
}

// The journeys' page objects ask the installation that this variable names when they are loaded.
process.env['CHECKIN_E2E_PORT'] = String(port)
const [name = 'first-screen', ...args] = process.argv.slice(2)
const load = benches[name]
if (!load) {
  console.error(`Unknown benchmark "${name}". Known: ${Object.keys(benches).join(', ')} (bench/README.md).`)
  process.exit(2)
}
const bench = await load()
await bench(args)
