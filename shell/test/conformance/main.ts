import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../browser.ts'
import { buildBench, conform, folderOf } from './conform.ts'

const print = (line: string): void => { process.stdout.write(`${line}\n`) }

const [name] = process.argv.slice(2)
const dir = name === undefined ? null : folderOf(name)
if (dir === null) {
  process.stderr.write('npm run conformance -- <module>, for example: npm run conformance -- payment\n')
  process.exit(2)
}

const outDir = mkdtempSync(join(tmpdir(), 'checkin-bench-'))
const browser = await openBrowser()
let failed = 0
try {
  for await (const { what, problems } of conform(dir, browser, await buildBench(outDir))) {
    print(`${problems.length === 0 ? '✓' : '✗'} ${what}`)
    for (const problem of problems) print(`    ${problem}`)
    failed += problems.length === 0 ? 0 : 1
  }
} finally {
  await browser.close()
  rmSync(outDir, { recursive: true, force: true })
}
print(failed === 0 ? 'It conforms.' : `${failed} ${failed === 1 ? 'check does' : 'checks do'} not hold.`)
process.exitCode = failed === 0 ? 0 : 1
