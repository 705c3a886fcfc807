import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ModuleManifest } from '@checkin/releases'
import { digestOf } from '@checkin/releases/attestation'
import { openBrowser } from '../browser.ts'
import { buildBench, conform, folderOf } from './conform.ts'

const print = (line: string): void => { process.stdout.write(`${line}\n`) }

const { values: { report, visits }, positionals: [name] } = parseArgs({ allowPositionals: true, options: { report: { type: 'string' }, visits: { type: 'string' } } })
const dir = name === undefined ? null : folderOf(name)
if (dir === null) {
  process.stderr.write('npm run conformance -- <module> [--report <file>] [--visits 20], for example: npm run conformance -- payment\n')
  process.exit(2)
}

const outDir = mkdtempSync(join(tmpdir(), 'checkin-bench-'))
const browser = await openBrowser()
let failed = 0
let manifest: ModuleManifest | null = null
const found: string[] = []
try {
  for await (const { what, problems, built, figures = [] } of conform(dir, browser, await buildBench(outDir), visits === undefined ? undefined : Number(visits))) {
    print(`${problems.length === 0 ? '✓' : '✗'} ${what}`)
    for (const line of [...problems, ...figures]) print(`    ${line}`)
    manifest = built?.manifest ?? manifest
    found.push(...problems.map((problem) => `${what}: ${problem}`.slice(0, 300)))
    failed += problems.length === 0 ? 0 : 1
  }
} finally {
  await browser.close()
  rmSync(outDir, { recursive: true, force: true })
}
print(failed === 0 ? 'It conforms.' : `${failed} ${failed === 1 ? 'check does' : 'checks do'} not hold.`)
// What a runner signs with its key: rollout attest conformance <file>.
if (report !== undefined && manifest !== null) {
  const { name: module, version } = manifest
  const result = { module, version, passed: failed === 0, problems: found.slice(0, 50), at: new Date().toISOString(), builder: process.env['CHECKIN_BUILDER'] ?? 'a workstation' }
  writeFileSync(report, JSON.stringify({ result, manifest: digestOf(JSON.stringify(manifest)) }))
}
process.exitCode = failed === 0 ? 0 : 1
