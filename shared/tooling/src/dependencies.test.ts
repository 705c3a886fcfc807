import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { wrongDependencies } from './dependencies.ts'
import { projectRoot, workspacePackages } from './ownership.ts'
import { readPackageFile } from './package-file.ts'

let root = ''
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'dependencies-')) })
afterEach(() => { rmSync(root, { recursive: true }) })

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** What is wrong with a package that declares `names` and has these files. */
function wrong(names: readonly string[], files: Readonly<Record<string, string>>): readonly string[] {
  write('kit/package.json', JSON.stringify({ name: 'kit', version: '1.0.0', devDependencies: Object.fromEntries(names.map((name) => [name, 'catalog:'])) }))
  for (const [path, text] of Object.entries(files)) write(`kit/${path}`, text)
  return wrongDependencies(root, 'kit', Object.keys(files).map((path) => `kit/${path}`)).map(({ path, name, problem }) => `${path}: ${name} ${problem}`)
}

describe('a dependency of a package', () => {
  it('is refused when nothing in the package uses it', () => {
    expect(wrong(['zod', '@types/pg', 'react'], { 'src/a.ts': "const text = 'zod is not imported, pg neither'" })).toEqual(['kit: zod unused', 'kit: @types/pg unused', 'kit: react unused'])
  })

  it('is asked for when the package imports it, be it for a type or later', () => {
    expect(wrong([], { 'src/a.ts': "import type { ZodType } from 'zod/v4/core'\nexport const pg = () => import('pg')\nimport './b.ts'; import 'node:fs'; import 'kit/other'" })).toEqual(['kit: zod undeclared', 'kit: pg undeclared'])
  })

  it.each([
    ['an import of a part of it', '@fastify/cookie', 'src/a.ts', "import { serialize } from '@fastify/cookie/plugin'"],
    ['a stylesheet', '@fontsource/figtree', 'src/a.css', "@import '@fontsource/figtree/wght.css';"],
    ['a program that is started', 'eslint', 'src/a.ts', "run('tools/node_modules/eslint/bin/eslint.js')"],
    ['a file that is found', '@fonts/fira', 'src/a.ts', 'import.meta.resolve(`@fonts/${font}`)'],
    ['markup', 'react', 'src/a.tsx', 'export const a = <p />'],
    ['types of the platform', '@types/node', 'src/a.ts', "import 'node:fs'"],
  ])('is used by %s', (_what, name, path, text) => {
    expect(wrong([name], { [path]: text })).toEqual([])
  })

  it('is used when another one asks for it beside itself', () => {
    write('kit/node_modules/vitest/package.json', JSON.stringify({ name: 'vitest', version: '1.0.0', peerDependencies: { 'happy-dom': '*' } }))
    expect(wrong(['vitest', 'happy-dom'], { 'src/a.test.ts': "import { it } from 'vitest'" })).toEqual([])
  })
})

describe('dependencies of the whole workspace (ECO-12)', () => {
  const users = (name: string): readonly string[] => workspacePackages(projectRoot).filter((path) => {
    const { dependencies, devDependencies } = readPackageFile(join(projectRoot, path))
    return Object.hasOwn({ ...dependencies, ...devDependencies }, name)
  })

  it('have antd at the console and nowhere near a renter', () => {
    expect(users('antd')).toEqual(['services/ops-console'])
  })

  it('have the compiler and not its command line, which could not run a configuration that is a function', () => {
    expect(users('@rspack/core')).not.toEqual([])
    expect(readFileSync(join(projectRoot, 'pnpm-lock.yaml'), 'utf8')).not.toContain('@rspack/cli')
  })
})
