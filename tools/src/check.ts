import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeowners, projectRoot, readOwnership } from '@checkin/tooling/ownership'
import { longFiles } from '@checkin/tooling/file-budget'
import { runNode } from './shell-command.ts'

/** One gate of the code: its name, and whether it holds. */
type Gate = readonly [name: string, holds: () => Promise<boolean>]

const write = process.argv.includes('--write')

const trackedFiles = (): string[] => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: projectRoot, encoding: 'utf8', maxBuffer: 1 << 26 })
  return listed.split('\n').filter((path) => path !== '' && existsSync(join(projectRoot, path)))
}

const gates: readonly Gate[] = [
  ['CODEOWNERS is made from ownership.json', async () => {
    const path = join(projectRoot, 'CODEOWNERS')
    const wanted = codeowners(readOwnership())
    if (write) writeFileSync(path, wanted)
    return existsSync(path) && readFileSync(path, 'utf8') === wanted
  }],
  ['no file above 300 lines', async () => {
    const long = longFiles(projectRoot, trackedFiles())
    for (const file of long) console.log(`  ${file.verdict}: ${file.path} has ${file.lines} lines`)
    return long.every((file) => file.verdict !== 'fail')
  }],
  ['lint', async () => (await runNode(projectRoot, ['tools/node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '--cache', '--cache-location', '.cache/eslint', '--cache-strategy', 'content', ...(write ? ['--fix'] : []), '.'])) === 0],
  ['types', async () => (await runNode(projectRoot, ['tools/node_modules/typescript/bin/tsc', '--noEmit', '-p', '.'])) === 0],
]

/** Runs every gate and names those that do not hold. */
export async function checkCode(): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 }
  for (const [name, holds] of gates) {
    const started = Date.now()
    const held = await holds()
    counts[held ? 'passed' : 'failed'] += 1
    console.log(`${held ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  }
  return counts
}

if (import.meta.main) process.exit((await checkCode()).failed === 0 ? 0 : 1)
