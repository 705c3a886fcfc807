/** What a page's time goes to: `idle`; the `browser`'s own work (style, layout, painting, garbage, its functions); a library by its name, React with its DOM and scheduler as `React`; the `product`'s own code; `unknown` without a source map. */
type ProfilePart = string

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
  return /^(?:react|react-dom|scheduler)$/.test(library) ? 'React' : library
}

/** The file of our own that a source is, from the project's root; of a library its name. */
export function fileOfSource(source: string): string {
  const part = partOfSource(source)
  if (part !== 'product') return part
  const [, module = '', path = source] = /^webpack:\/\/(\w+?)_\d[^/]*\/(?:\.\/)?(.*)$/.exec(source) ?? []
  return path.startsWith('../') ? path.slice('../'.length) : `${module.replaceAll('_', '-')}/${path}`
}

/**
 * Milliseconds of each part that took any between two moments of a profile's own clock (microseconds). What a function of the browser takes counts as the browser's, whoever called it.
 * `sourceOf` finds the source of a place in a script; null where no source map knows it. `nameOf` says of a source to which part it belongs.
 */
export function partsBetween(
  { startTime, nodes, samples = [], timeDeltas = [] }: PageProfile, from: number, to: number, sourceOf: (frame: CallFrame) => string | null, nameOf: (source: string) => ProfilePart = partOfSource,
): Readonly<Record<ProfilePart, number>> {
  const partOf = new Map(nodes.map(({ id, callFrame }): [number, ProfilePart] => {
    if (callFrame.functionName === '(idle)') return [id, 'idle']
    if (callFrame.url === '') return [id, 'browser']
    const source = sourceOf(callFrame)
    return [id, source === null ? 'unknown' : nameOf(source)]
  }))
  const sums: Record<ProfilePart, number> = {}
  let at = startTime
  for (const [index, node] of samples.entries()) {
    const began = at
    at += timeDeltas[index] ?? 0
    const time = Math.max(0, Math.min(at, to) - Math.max(began, from)) / 1000
    const part = partOf.get(node) ?? 'unknown'
    if (time > 0) sums[part] = (sums[part] ?? 0) + time
  }
  return sums
}
