/** What a page's time goes to: nothing to do; the browser's own work (style, layout, painting, garbage, its functions); libraries; the product's own code; code without a source map. */
export const profileParts = ['idle', 'browser', 'React', 'libraries', 'product', 'unknown'] as const
export type ProfilePart = (typeof profileParts)[number]

/** A profile as Chromium's `Profiler.stop` answers it; times in microseconds. */
export interface PageProfile {
  readonly startTime: number
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number; readonly columnNumber: number } }[]
  readonly samples?: readonly number[]
  readonly timeDeltas?: readonly number[]
}

type CallFrame = PageProfile['nodes'][number]['callFrame']

/** Whose a source is, by its path in a source map. */
export function partOfSource(source: string): ProfilePart {
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
  if (library === undefined) return 'product'
  return /^(?:react|react-dom|scheduler)$/.test(library) ? 'React' : 'libraries'
}

/**
 * Milliseconds of each part between two moments of a profile's own clock (microseconds). What a function of the browser takes counts as the browser's, whoever called it.
 * `sourceOf` finds the source of a place in a script; null where no source map knows it.
 */
export function partsBetween({ startTime, nodes, samples = [], timeDeltas = [] }: PageProfile, from: number, to: number, sourceOf: (frame: CallFrame) => string | null): Readonly<Record<ProfilePart, number>> {
  const partOf = new Map(nodes.map(({ id, callFrame }): [number, ProfilePart] => {
    if (callFrame.functionName === '(idle)') return [id, 'idle']
    if (callFrame.url === '') return [id, 'browser']
    const source = sourceOf(callFrame)
    return [id, source === null ? 'unknown' : partOfSource(source)]
  }))
  const sums: Record<ProfilePart, number> = { idle: 0, browser: 0, React: 0, libraries: 0, product: 0, unknown: 0 }
  let at = startTime
  for (const [index, node] of samples.entries()) {
    const began = at
    at += timeDeltas[index] ?? 0
    sums[partOf.get(node) ?? 'unknown'] += Math.max(0, Math.min(at, to) - Math.max(began, from)) / 1000
  }
  return sums
}
