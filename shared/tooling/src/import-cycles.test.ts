import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cycles, importGraph, packageGraph } from './import-cycles.ts'
import { projectRoot, workspacePackages } from './ownership.ts'
import { readPackageFile } from './package-file.ts'

let root = ''
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'cycles-')) })
afterEach(() => { rmSync(root, { recursive: true }) })

/** The graph of the files that are written here. */
function graphOf(files: Readonly<Record<string, string>>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return importGraph(root, Object.keys(files))
}

describe('circles between files', () => {
  it.each([
    ['values', `import { b } from './b.ts'`],
    ['types', `import type { B } from './b.ts'`],
    ['what is handed on', `export { b } from './b.ts'`],
    ['what is loaded later', `export const later = () => import('./b.ts')`],
  ])('are found in imports of %s', (_what, text) => {
    expect(cycles(graphOf({ 'a.ts': text, 'b.ts': `import { c } from './c.tsx'`, 'c.tsx': `import { a } from './a.ts'` }))).toEqual([['a.ts', 'b.ts', 'c.tsx', 'a.ts']])
  })

  it('are not seen where two ways lead to the same file', () => {
    expect(cycles(graphOf({ 'a.ts': `import './b.ts'; import './c.ts'; import 'node:fs'`, 'b.ts': `import './c.ts'`, 'c.ts': '' }))).toEqual([])
  })
})

describe('circles between packages', () => {
  const files = (back: string) => ({ 'kit/src/a.ts': `import '../../app/src/b.ts'`, 'app/src/b.ts': '', [back]: `import '../../kit/src/c.ts'`, 'kit/src/c.ts': '' })

  it('are found though no file is in one', () => {
    const graph = graphOf(files('app/src/d.ts'))
    expect(cycles(graph)).toEqual([])
    expect(cycles(packageGraph(graph, ['kit', 'app']))).toEqual([['app', 'kit', 'app']])
  })

  it.each(['app/src/d.test.ts', 'app/test/d.ts'])('are not made by tests: %s', (path) => {
    expect(cycles(packageGraph(graphOf(files(path)), ['kit', 'app']))).toEqual([])
  })

  it('are none in this workspace, not even by what a package needs for its tests (ECO-13)', () => {
    const files = workspacePackages(projectRoot).map((path) => readPackageFile(join(projectRoot, path)))
    const names = new Set(files.map(({ name }) => name))
    const graph = new Map(files.map(({ name, dependencies, devDependencies }) => [name, new Set(Object.keys({ ...dependencies, ...devDependencies }).filter((each) => names.has(each)))]))
    expect([...graph.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(50)
    expect(cycles(graph)).toEqual([])
  })
})
