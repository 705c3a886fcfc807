import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { projectRoot } from './ownership.ts'

const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(projectRoot, 'tsconfig.json'), (path) => readFileSync(path, 'utf8')).config, { ...ts.sys, readDirectory: () => [] }, projectRoot)

interface Rename {
  readonly what: string
  /** The contract, from the root, and the whole of what it says once. */
  readonly contract: string
  readonly from: string
  readonly to: string
  /** Who reads the contract. */
  readonly readers: readonly string[]
}

/** Files as they stand, read once: the programs below differ in one of them. */
const parsed = new Map<string, ts.SourceFile | undefined>()

/** The readers of a contract that no longer compile once it says something else; nothing is written. */
function brokenBy({ contract, from, to, readers }: Rename): readonly string[] {
  const place = join(projectRoot, contract)
  const text = readFileSync(place, 'utf8')
  expect(text.split(from)).toHaveLength(2)
  const host = ts.createCompilerHost(options)
  const read = host.readFile.bind(host)
  host.readFile = (path) => (path === place ? text.replace(from, () => to) : read(path))
  const parse: ts.CompilerHost['getSourceFile'] = (path, target) => {
    const source = host.readFile(path)
    return source === undefined ? undefined : ts.createSourceFile(path, source, target)
  }
  host.getSourceFile = (path, target) => {
    if (path === place) return parse(path, target)
    if (!parsed.has(path)) parsed.set(path, parse(path, target))
    return parsed.get(path)
  }
  const program = ts.createProgram(readers.map((reader) => join(projectRoot, reader)), options, host)
  return readers.filter((reader) => program.getSemanticDiagnostics(program.getSourceFile(join(projectRoot, reader))).length > 0)
}

it.each<Rename>([
  {
    what: 'a field of an answer of the registry (CODE-2)', contract: 'shared/contracts/registry/src/tenants.ts', from: '    tenants: z.array(TenantSummary),\n', to: '    sites: z.array(TenantSummary),\n',
    readers: ['services/ops-console/client/releases/releases-page.tsx', 'services/demo/src/publish.ts', 'tools/src/release-matrix/run-matrix.ts'],
  },
  {
    what: 'an event of a module (CODE-6)', contract: 'shared/contracts/flow/src/events/offers.events.ts', from: 'export const extrasSubmitted = ', to: 'export const extrasSent = ',
    readers: ['shared/contracts/flow/src/index.ts', 'shell/src/flow/transitions.ts', 'mfe-offers/src/steps/extras/model.ts'],
  },
])('who reads it no longer compiles when a contract renames $what', (rename) => {
  expect(brokenBy({ ...rename, to: rename.from })).toEqual([])
  expect(brokenBy(rename)).toEqual(rename.readers)
}, 300_000)
