import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'

/** What each node leads to, by name. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Code that ships: tests and what only they use may import from everywhere. */
const isShipped = (path: string): boolean => !/\.(test|fixture)\.tsx?$|(^|\/)(test|testing|e2e)\//.test(path)

/**
 * Who imports whom, as TypeScript resolves it: types and dynamic imports too. Paths are relative to `root`; whatever is not among `paths`,
 * such as a library, is left out.
 */
export function importGraph(root: string, paths: readonly string[]): Graph {
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  const known = new Set(sources)
  const options: ts.CompilerOptions = { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler, allowImportingTsExtensions: true, noEmit: true, jsx: ts.JsxEmit.ReactJSX }
  const cache = ts.createModuleResolutionCache(root, (name) => name, options)
  return new Map(sources.map((path) => {
    const file = join(root, path)
    const imported = ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.flatMap(({ fileName }) => {
      const found = ts.resolveModuleName(fileName, file, options, ts.sys, cache).resolvedModule?.resolvedFileName
      return found === undefined ? [] : [relative(root, found).split(sep).join('/')]
    })
    return [path, new Set(imported.filter((each) => known.has(each)))]
  }))
}

/** The same between packages; `packages` are their folders. Only code that ships counts. */
export function packageGraph(files: Graph, packages: readonly string[]): Graph {
  const byLength = [...packages].sort((one, other) => other.length - one.length)
  const packageOf = (path: string): string | undefined => byLength.find((folder) => path.startsWith(`${folder}/`))
  const graph = new Map<string, Set<string>>()
  for (const [path, imported] of files) {
    const from = packageOf(path)
    if (from === undefined || !isShipped(path)) continue
    const targets = graph.get(from) ?? new Set<string>()
    graph.set(from, targets)
    for (const each of imported) {
      const to = packageOf(each)
      if (to !== undefined && to !== from) targets.add(to)
    }
  }
  return graph
}

/** One way round per group of nodes that reach each other, the first node repeated at the end; none where the graph has no circle. */
export function cycles(graph: Graph): readonly (readonly string[])[] {
  const done = new Set<string>()
  const found: (readonly string[])[] = []
  const walk = (node: string, trail: readonly string[]): void => {
    const at = trail.indexOf(node)
    if (at >= 0) found.push([...trail.slice(at), node])
    if (at >= 0 || done.has(node)) return
    for (const next of [...graph.get(node) ?? []].sort()) walk(next, [...trail, node])
    done.add(node)
  }
  for (const node of [...graph.keys()].sort()) walk(node, [])
  return found
}
