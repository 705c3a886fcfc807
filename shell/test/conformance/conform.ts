import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { unmetNeeds } from '@checkin/releases'
import { buildModule, type BuiltModule } from '@checkin/tooling/build-module'
import { borrowedEvents, messageProblems } from '@checkin/tooling/module-checks'
import { readRemoteManifest } from '@checkin/tooling/module-contracts'
import { projectRoot } from '@checkin/tooling/ownership'
import { pageFindings } from './page-checks.ts'

/** One line of the kit's answer; no problems means that it holds. */
export interface Check {
  readonly what: string
  readonly problems: readonly string[]
  /** What was measured, for who wants to compare. */
  readonly figures?: readonly string[]
  /** The build that was looked at, with the check of the build. */
  readonly built?: BuiltModule
}

/** Builds the page of the kit: the shell's loader and platform without its screens. */
export const buildBench = (outDir: string): Promise<BuiltModule> => buildModule(join(projectRoot, 'shell'), { entry: './test/conformance/host.tsx', outDir })

const found = (look: () => readonly string[]): readonly string[] => {
  try {
    return look()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

const problemOf = (error: unknown): readonly string[] => [error instanceof Error ? error.message : String(error)]

/**
 * Holds one module against what the shell and the registry expect of it (federation.md goal 29). Answers check by check; what
 * cannot be looked at because an earlier check failed is left out.
 */
export async function* conform(dir: string, browser: Browser, shell: BuiltModule, counted?: number): AsyncGenerator<Check> {
  const declared = await readRemoteManifest(dir).then((manifest) => ({ manifest }), (error: unknown) => ({ problems: problemOf(error) }))
  yield { what: 'the manifest says name, team, steps and contracts', problems: 'problems' in declared ? declared.problems : [] }
  if ('problems' in declared) return
  yield { what: 'every language has the same messages', problems: found(() => messageProblems(dir)) }
  yield { what: 'it publishes its own events only', problems: found(() => borrowedEvents(dir, declared.manifest.name)) }

  const outDir = mkdtempSync(join(tmpdir(), 'checkin-conformance-'))
  try {
    const built = await buildModule(dir, { outDir: join(outDir, 'module') }).then((module) => ({ module }), (error: unknown) => ({ problems: problemOf(error) }))
    yield { what: 'it builds: federation rules, nothing that the shell provides, weight', problems: 'problems' in built ? built.problems : [], ...('module' in built && { built: built.module }) }
    if ('problems' in built) return
    yield { what: 'this shell meets its contracts and shared packages', problems: unmetNeeds(shell.manifest, built.module.manifest).map((problem) => Object.values(problem).join(' ')) }
    const figures: string[] = []
    const { contract, rendered, left, accessible, policy, around, words, frozen, memory } = await pageFindings(browser, shell, built.module, {
      ...(counted !== undefined && { counted }),
      measured: (step, { bytes, nodes, listeners }) => { figures.push(`${step}: ${(bytes / 1000).toFixed(1)} kB, ${nodes} nodes, ${listeners} listeners of each visit`) },
    })
    yield { what: 'it loads and has what its manifest promises', problems: contract }
    yield { what: 'every step renders, also with an API that answers nonsense', problems: rendered }
    yield { what: 'steps that close leave no timer, listener, style or element', problems: left }
    yield { what: 'steps that close release their memory', problems: memory, figures }
    yield { what: 'it changes nothing around its screen: built-in objects, looks, what lies under it', problems: around }
    yield { what: 'the page answers while its steps work', problems: frozen }
    yield { what: 'every message that a step asks for exists', problems: words }
    yield { what: 'steps are accessible (axe, WCAG 2.2 AA)', problems: accessible }
    yield { what: 'nothing breaks the policy of production', problems: policy }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/** The folder that a name on the command line means: `payment`, `mfe-payment` or a path. */
export function folderOf(name: string): string | null {
  return [join(projectRoot, name), join(projectRoot, `mfe-${name}`), name].find((dir) => existsSync(join(dir, 'remote.manifest.ts'))) ?? null
}
