import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { projectRoot } from '@checkin/tooling/ownership'
import { readPackageFile } from '@checkin/tooling/package-file'
import { findChromium } from '../chromium.ts'

const print = (line: string): void => { process.stdout.write(`${line}\n`) }
const usage = 'npm run rehearse -- <module> [--version 1.2.0] [--running <port>], for example: npm run rehearse -- offers'

const { values: { version: named, running }, positionals: [name = ''] } = parseArgs({ allowPositionals: true, options: { version: { type: 'string' }, running: { type: 'string' } } })
const folder = [name, `mfe-${name}`].find((each) => each !== '' && existsSync(join(projectRoot, each, 'package.json')) && (each === 'shell' || each.startsWith('mfe-')))
if (folder === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}

// The page objects ask the installation that these variables name.
const port = Number(running ?? process.env['CHECKIN_E2E_PORT'] ?? 4600)
process.env['CHECKIN_E2E_PORT'] = String(port)
process.env['CHECKIN_E2E_DATA_DIR'] ??= running === undefined ? join(projectRoot, '.cache', 'release-matrix-data') : resolve(projectRoot, process.env['CHECKIN_DATA_DIR'] ?? '.data')
const { runMatrix } = await import('./run-matrix.ts')
const { default: startProduct } = await import('@checkin/e2e/support/start-product')

const { name: module, version: own } = readPackageFile(join(projectRoot, folder))
// A product of its own already serves what lies in the folder: a name of its own tells the candidate from it.
const version = named ?? (running === undefined ? `${own}-dev.${randomBytes(4).toString('hex')}` : own)
const builder = process.env['CHECKIN_BUILDER'] ?? 'a workstation'

let failed = 0
const stop = running === undefined ? await startProduct() : async () => undefined
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync'] })
try {
  for await (const { what, problem } of runMatrix({ browser, registryPort: port + 5, folder, candidate: { name: module.replace(/^@checkin\//, ''), version }, builder })) {
    print(`${problem === null ? '✓' : '✗'} ${what}`)
    if (problem !== null) print(`    ${problem}`)
    failed += problem === null ? 0 : 1
  }
} finally {
  await browser.close()
  await stop()
}
print(failed === 0 ? 'Every set that it could serve in passed.' : `${failed} ${failed === 1 ? 'check does' : 'checks do'} not hold.`)
process.exitCode = failed === 0 ? 0 : 1
