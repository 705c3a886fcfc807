// The one door to every command. Runs on any Node >= 18 and installs what is missing:
// the pinned Node and pnpm (tools/toolchain), then the workspace's packages.
import { spawnSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const toolchain = join(root, 'tools', 'toolchain')

/** Commands by name: the script that the pinned Node runs. */
const commands = {
  start: 'services/demo/src/main.ts',
  dev: 'services/demo/src/dev.ts',
  test: 'tools/src/test.ts',
  journeys: 'tools/src/journeys.ts',
  check: 'tools/src/check.ts',
  conformance: 'shell/test/conformance/main.ts',
  rehearse: 'tools/src/release-matrix/main.ts',
  walk: 'tools/src/walk.ts',
  sabotage: 'tools/src/sabotage.ts',
  browsers: 'tools/src/browsers.ts',
  mutate: 'tools/src/mutate/main.ts',
  gallery: 'tools/src/gallery/main.ts',
  hostile: 'tools/src/hostile/main.ts',
  bench: 'bench/src/main.ts',
  package: 'tools/src/package/main.ts',
  packages: 'tools/src/libraries/main.ts',
  rollout: 'services/module-registry/src/cli/main.ts',
  fleet: 'services/reservation-api/src/cli/fleet.ts',
  backup: 'tools/src/backup/backup.ts',
  restore: 'tools/src/backup/restore.ts',
  soak: 'bench/src/soak.ts',
  cluster: 'tools/src/cluster/main.ts',
  'new:step': 'shared/tooling/src/generators/new-step.ts',
  'new:remote': 'shared/tooling/src/generators/new-remote.ts',
  'new:service': 'shared/tooling/src/generators/new-service.ts',
}

const [name = '', ...args] = process.argv.slice(2)
const script = commands[name]
if (!script || !existsSync(join(root, script))) {
  console.error(`Unknown command "${name}". Known: ${Object.keys(commands).filter((c) => existsSync(join(root, commands[c]))).join(', ')}`)
  process.exit(2)
}

/** npm's own variables would steer pnpm and nested npm calls, so only the ones about the registry's reach may pass. */
function cleanEnvironment() {
  const passed = /^npm_config_(registry|cache|cafile|ca|proxy|https_proxy|noproxy|strict_ssl|.*_authtoken)$/i
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key) || passed.test(key)))
}

const env = cleanEnvironment()

function hashOf(...files) {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function upToDate(stampFile, wanted) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
}

function run(what, command, commandArgs, cwd) {
  const started = Date.now()
  process.stderr.write(`… ${what}\n`)
  const result = spawnSync(command, commandArgs, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.status !== 0) {
    console.error(`${what} failed${result.error ? `: ${result.error.message}` : ` (exit ${result.status ?? result.signal})`}`)
    process.exit(1)
  }
  process.stderr.write(`✓ ${what} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
}

/** npm as it runs this script, or the npm beside this Node when the script was started by hand. */
function npm(npmArgs) {
  const cli = process.env.npm_execpath
  return cli && /npm-cli\.js$/.test(cli) ? [process.execPath, [cli, ...npmArgs]] : [process.platform === 'win32' ? 'npm.cmd' : 'npm', npmArgs]
}

const ownMajor = Number(process.versions.node.split('.')[0])

function installToolchain() {
  const stamp = join(toolchain, 'node_modules', '.stamp')
  const wanted = hashOf('tools/toolchain/package-lock.json', 'tools/toolchain/package.json')
  if (!upToDate(stamp, wanted)) {
    const [command, npmArgs] = npm(['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'])
    run('installing pnpm and the pinned Node', command, npmArgs, toolchain)
    writeFileSync(stamp, wanted)
  }
}

/** The pinned Node of this platform; elsewhere an own Node >= 24 is used as it is. */
function pinnedNode() {
  const platform = { win32: 'win' }[process.platform] ?? process.platform
  const exe = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const prefix of ['node', 'node-bin']) {
    const path = join(toolchain, 'node_modules', `${prefix}-${platform}-${process.arch}`, 'bin', exe)
    const found = existsSync(path) && spawnSync(path, ['--version']).status === 0
    if (found) return path
  }
  if (ownMajor >= 24) return process.execPath
  console.error(`No pinned Node exists for ${process.platform}-${process.arch}: please install Node 24 or newer and start again.`)
  process.exit(1)
}

function installPackages(node) {
  const stamp = join(root, 'node_modules', '.stamp')
  const wanted = hashOf('pnpm-lock.yaml', 'pnpm-workspace.yaml')
  if (!upToDate(stamp, wanted)) {
    run('installing packages', node, [join(toolchain, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs'), 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn'], root)
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, wanted)
  }
}

installToolchain()
const node = pinnedNode()
env.PATH = `${dirname(node)}${delimiter}${env.PATH ?? ''}`
installPackages(node)
// Every process of a command reads the same TypeScript; what Node made of a file holds until the file changes.
env.NODE_COMPILE_CACHE ??= join(root, '.cache', 'compiled')

const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, script), ...args], { cwd: root, env, stdio: 'inherit' })
// In a terminal Ctrl-C reaches the child by itself too; what runs there takes a second signal for the first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
