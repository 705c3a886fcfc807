import { beginnings, rowEdges, ways, type Beginning } from './edges.ts'
import type { Edge } from './edge.ts'
import type { World } from './world.ts'

const edges: readonly Edge[] = [...rowEdges, ...ways]
const fromAnywhere = edges.filter(({ from }) => from === null)
const byPlace = Map.groupBy(edges.filter(({ from }) => from !== null), ({ from }) => from)
const edgesAt = ({ place }: World): readonly Edge[] => [...byPlace.get(place) ?? [], ...fromAnywhere]

/** What a renter does in one go, from the first page on. */
export interface Walk {
  readonly beginning: Beginning
  readonly edges: readonly Edge[]
}

interface Reached {
  readonly world: World
  readonly path: readonly Edge[]
  readonly cost: number
}

/** The cheapest way from a place to an edge that is wanted; null where none is to be reached. Breadth first, with costs. */
export function shortest(from: World, wanted: (edge: Edge) => boolean, without: ReadonlySet<Edge> = new Set()): Reached | null {
  const seen = new Set<string>()
  const open: Reached[] = [{ world: from, path: [], cost: 0 }]
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    const { world, path, cost } = at
    const last = path.at(-1)
    if (last && wanted(last)) return at
    const key = Object.values(world).join(' ')
    if (seen.has(key)) continue
    seen.add(key)
    for (const edge of edgesAt(world)) {
      if (without.has(edge) || !edge.isPossible(world)) continue
      const found: Reached = { world: edge.leadsTo(world), path: [...path, edge], cost: cost + edge.cost }
      const behind = open.findLastIndex((each) => each.cost <= found.cost)
      open.splice(behind + 1, 0, found)
    }
  }
  return null
}

/** What a new renter costs more than a step. */
const newRenter = 8
/** A walk ends here at the latest, so that a fault spoils little. */
const longestWalk = 24

/**
 * Walks over all wanted edges: each renter goes on to the nearest edge that nobody has taken, until a new renter is nearer.
 * `without` leaves out edges that cannot be taken, because they failed.
 */
export function planWalks(wanted: readonly Edge[] = rowEdges, without: ReadonlySet<Edge> = new Set()): readonly Walk[] {
  const left = new Set(wanted)
  const walks: Walk[] = []
  const isWanted = (edge: Edge): boolean => left.has(edge)
  while (left.size > 0) {
    const starts = beginnings.map((beginning) => ({ beginning, reached: shortest(beginning.world, isWanted, without) }))
    const [best] = starts.flatMap(({ beginning, reached }) => (reached ? [{ beginning, reached }] : [])).sort((one, other) => one.reached.cost - other.reached.cost)
    if (!best) break
    const taken: Edge[] = []
    let reached: Reached | null = best.reached
    while (reached && reached.cost <= newRenter && taken.length < longestWalk) {
      taken.push(...reached.path)
      for (const edge of reached.path) left.delete(edge)
      reached = shortest(reached.world, isWanted, without)
    }
    if (taken.length === 0) {
      taken.push(...best.reached.path)
      for (const edge of best.reached.path) left.delete(edge)
    }
    walks.push({ beginning: best.beginning, edges: taken })
  }
  return walks
}
