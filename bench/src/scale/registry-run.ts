import { keep } from '../report.ts'
import { measureRegistry } from './registry.ts'

/** `npm run bench -- registry [tenants] [sets]`: what a registry with so many tenants costs, beside one with a tenth of them. */
export async function registryBench(args: readonly string[]): Promise<void> {
  const [tenants = 10_000, sets = 200] = args.map(Number)
  const amount = { sets, revisions: 20 }
  const tenth = await measureRegistry({ ...amount, tenants: Math.round(tenants / 10) })
  await keep('registry', { tenth, full: await measureRegistry({ ...amount, tenants }) })
}
