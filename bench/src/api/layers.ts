/** A recorded profile of a process, as V8's inspector gives it. */
export interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string; readonly url: string }; readonly children?: readonly number[] }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** Packages by the layer whose work they do; the product's own code is told by its folder. */
const layers: readonly (readonly [layer: string, url: RegExp])[] = [
  ['PostgreSQL client and protocol', /\/node_modules\/(pg|pg-[a-z-]+|postgres-[a-z]+)\/(?!.*\/node_modules\/)/],
  ['query building (Kysely)', /\/node_modules\/kysely\//],
  ['validation and serialization (zod)', /\/node_modules\/zod\//],
  ['HTTP server (Fastify)', /\/node_modules\/(fastify|find-my-way|@fastify\/[a-z-]+|avvio|secure-json-parse|cookie|negotiator|content-type)\/(?!.*\/node_modules\/)/],
  ['logging (pino)', /\/node_modules\/(pino|sonic-boom|safe-stable-stringify)[a-z-]*\//],
  ['metrics', /\/node_modules\/prom-client\//],
  ['hashes and ciphers', /^node:(internal\/)?crypto/],
  ['hooks and database of shared/server', /\/shared\/server\/src\//],
  ["the product's own work", /\/(services|shared|node_modules)\//],
]
const byName = new Map([['(garbage collector)', 'garbage collection'], ['(program)', 'outside of JavaScript']])
/** What is no work of the process, or that of whoever records it. */
const left = new Set(['(idle)', 'post'])

/**
 * Parts of the time of a process by layer, 0 to 1, largest first. A sample is of the nearest frame that a layer has: what the run time does for somebody, a write to
 * a socket for example, is that one's; what it does for nobody is the connection's.
 */
export function timeByLayer({ nodes, samples, timeDeltas }: Profile): readonly (readonly [layer: string, part: number])[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const layerOf = (id: number): string | null => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const { functionName = '', url = '' } = byId.get(at)?.callFrame ?? {}
      if (left.has(functionName)) return null
      const found = byName.get(functionName) ?? layers.find(([, pattern]) => pattern.test(url))?.[0]
      if (found !== undefined) return found
    }
    return 'connections (node:http, node:net)'
  }
  const known = new Map(nodes.map(({ id }) => [id, layerOf(id)]))
  const times = new Map<string, number>()
  for (const [at, sample] of samples.entries()) {
    const layer = known.get(sample)
    if (layer) times.set(layer, (times.get(layer) ?? 0) + (timeDeltas[at] ?? 0))
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0)
  return [...times].map(([layer, time]) => [layer, time / all] as const).toSorted(([, one], [, other]) => other - one)
}
