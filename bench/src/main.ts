import { firstScreenBench } from './first-screen/run.ts'

/** Every benchmark by its name; what comes after the name is its own. */
const benches: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = { 'first-screen': firstScreenBench }

const [name = 'first-screen', ...args] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`Unknown benchmark "${name}". Known: ${Object.keys(benches).join(', ')} (bench/README.md).`)
  process.exit(2)
}
await bench(args)
