import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildIfChanged } from './build-if-changed.ts'
import { builtShell, serveModule } from './dev/serve-module.ts'
import { borrowedEvents, messageProblems } from './module-checks.ts'
import { readRemoteManifest } from './module-contracts.ts'

const usage = `checkin-module build                                the module of this folder, into dist/<version>
checkin-module check                                manifest, messages of every language, events, build and weight
checkin-module dev --on <address> [--port 4100]     the pages of a site with this module from its sources`

const print = (line: string): void => { process.stdout.write(`${line}\n`) }

/** Everything that a module can be held against without a browser. Answers the number of problems. */
async function check(dir: string): Promise<number> {
  const { name } = await readRemoteManifest(dir)
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['the manifest says name, team, steps and contracts', []],
    ['every language has the same messages', messageProblems(dir)],
    ['it publishes its own events only', borrowedEvents(dir, name)],
    ['it builds: federation rules, nothing that the shell provides, weight', await buildIfChanged(dir).then(() => [], (error: unknown) => [error instanceof Error ? error.message : String(error)])],
  ]
  for (const [what, problems] of lines) print([`${problems.length === 0 ? '✓' : '✗'} ${what}`, ...problems.map((problem) => `    ${problem}`)].join('\n'))
  return lines.flatMap(([, problems]) => problems).length
}

async function dev(dir: string, on: string, port: number): Promise<void> {
  const shell = builtShell(fileURLToPath(new URL('../dev-shell', import.meta.url)))
  const { served } = await serveModule({ dir, upstream: { origin: new URL(on), keepsHost: false }, port, shell, log: print })
  print(`${served.name} comes from ${dir} in the pages of ${on}, here at http://localhost:${port}. Ctrl-C stops.`)
}

/** What a module's own repository runs: `checkin-module build`, `check` and `dev`. Answers the exit code; null while it goes on. */
export async function moduleCommand(args: readonly string[], dir = resolve('.')): Promise<number | null> {
  const { values: { on, port }, positionals: [name] } = parseArgs({ args: [...args], allowPositionals: true, options: { on: { type: 'string' }, port: { type: 'string', default: '4100' } } })
  if (name === 'build') {
    const { manifest, outDir } = await buildIfChanged(dir)
    print(`${manifest.name}@${manifest.version}: ${manifest.files.length} files in ${outDir}`)
    return 0
  }
  if (name === 'check') return await check(dir) === 0 ? 0 : 1
  if (name === 'dev' && on !== undefined && /^https?:\/\//.test(on)) {
    await dev(dir, on, Number(port))
    return null
  }
  process.stderr.write(`${usage}\n`)
  return 2
}
