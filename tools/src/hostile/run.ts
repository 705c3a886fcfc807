import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '@checkin/tooling/ownership'
import type { AttackFound } from '@checkin/testing/hostile-classes'
import * as z from 'zod'
import type { Defence } from './defences.ts'

const Found = z.object({ attack: z.string(), tries: z.number(), through: z.array(z.string()) })

/** What the bench found, each class once; with a defence taken out only what its test looks at. Throws when the run left nothing behind. */
export function runBench(without?: Defence): { readonly found: readonly AttackFound[]; readonly isGreen: boolean; readonly output: string } {
  const folder = join(projectRoot, '.cache', 'hostile')
  const file = join(folder, `found-${process.pid}.jsonl`)
  mkdirSync(folder, { recursive: true })
  rmSync(file, { force: true })
  // What the run around it says about the database of its own tests is not for this one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST|^CHECKIN_TEST_|^CHECKIN_HOSTILE_/.test(name)))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', 'tools/src/hostile/vitest-config.ts'], {
    cwd: projectRoot, encoding: 'utf8', env: { ...env, CHECKIN_HOSTILE_FOUND: file, ...(without && { CHECKIN_HOSTILE_WITHOUT: without.name }) },
  })
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  rmSync(file, { force: true })
  const output = `${stdout}${stderr}`
  if (lines.length === 0) throw new Error(`The bench found nothing:\n${output}`)
  return { found: lines.map((line) => Found.parse(JSON.parse(line)) as AttackFound), isGreen: status === 0, output }
}

/** What came through once a defence was taken out; empty when nothing noticed. */
export const noticed = (defence: Defence): readonly string[] => runBench(defence).found.find(({ attack }) => attack === defence.attack)?.through ?? []
