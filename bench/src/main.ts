import { overloadBench } from './api/overload.ts'
import { apiBench } from './api/run.ts'
import { controlsBench } from './controls/run.ts'
import { deliveryBench } from './delivery.ts'
import { firstScreenBench } from './first-screen/run.ts'
import { htmlBench } from './html.ts'
import { idleTenantsBench } from './idle-tenants.ts'
import { importBench } from './import.ts'
import { interactionBench } from './interaction.ts'
import { journeyBench } from './journey.ts'
import { lighthouseBench } from './lighthouse.ts'
import { buildBench, publishBench } from './modules.ts'
import { attacksBench } from './releases/attacks.ts'
import { manyTenantsBench } from './releases/many-tenants.ts'
import { propagationBench } from './releases/propagation.ts'
import { slowClientsBench } from './slow-clients.ts'

/** Every benchmark by its name; what comes after the name is its own. */
const benches: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  'first-screen': firstScreenBench,
  journey: journeyBench,
  interaction: interactionBench,
  controls: controlsBench,
  lighthouse: lighthouseBench,
  html: htmlBench,
  api: apiBench,
  overload: overloadBench,
  build: buildBench,
  publish: publishBench,
  delivery: deliveryBench,
  attacks: attacksBench,
  propagation: propagationBench,
  tenants: manyTenantsBench,
  'slow-clients': slowClientsBench,
  'idle-tenants': idleTenantsBench,
  import: importBench,
}

const [name = 'first-screen', ...args] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`Unknown benchmark "${name}". Known: ${Object.keys(benches).join(', ')} (bench/README.md).`)
  process.exit(2)
}
await bench(args)
