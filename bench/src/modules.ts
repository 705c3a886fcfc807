import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildModule } from '@checkin/tooling/build-module'
import { projectRoot } from '@checkin/tooling/ownership'
import { port } from './product.ts'
import { keep, percentile } from './report.ts'

const run = promisify(execFile)
const folders = ['shell', 'mfe-verification', 'mfe-driver', 'mfe-offers', 'mfe-payment', 'mfe-precheckout']
const seconds = (milliseconds: number): number => Math.round(milliseconds / 10) / 100

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** `npm run bench -- build [runs]`: how long one module's production build takes, drawing its first screens included. */
export async function buildBench(args: readonly string[]): Promise<void> {
  const runs = Number(args[0] ?? 3)
  const folder = await mkdtemp(join(tmpdir(), 'checkin-bench-'))
  const rows: Record<string, { seconds: number; files: number }> = {}
  try {
    for (const name of folders) {
      const times: number[] = []
      let files = 0
      for (let at = 0; at < runs; at += 1) {
        times.push(await timed(async () => { files = (await buildModule(join(projectRoot, name), { outDir: join(folder, name) })).manifest.files.length }))
      }
      rows[name] = { seconds: seconds(percentile(times, 0.5)), files }
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  console.table(rows)
  await keep('build', { runs, modules: rows })
}

/** `npm run bench -- publish`: build, check, sign and upload of one module, by the command that a team uses, to a product that runs. */
export async function publishBench(args: readonly string[]): Promise<void> {
  const names = args.length > 0 ? args : folders
  const rows: Record<string, { seconds: number }> = {}
  for (const name of names) {
    // A version that was never there: a repeated one would only be compared.
    const version = `1.0.0-bench.${Date.now()}`
    const time = await timed(() => run(process.execPath, ['--disable-warning=ExperimentalWarning', join(projectRoot, 'services/module-registry/src/cli/main.ts'), 'publish', name, '--version', version], { cwd: projectRoot, env: { ...process.env, CHECKIN_PORT: String(port) } }))
    await rm(join(projectRoot, name, 'dist', version), { recursive: true, force: true })
    await rm(join(projectRoot, name, 'dist', `${version}.maps`), { recursive: true, force: true })
    await rm(join(projectRoot, name, 'dist', `${version}.json`), { force: true })
    rows[name] = { seconds: seconds(time) }
  }
  console.table(rows)
  await keep('publish', { modules: rows })
}
