import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serveModule, watchShell } from '@checkin/tooling/dev/serve-module'
import { demoSettings } from './settings.ts'
import { republishShell } from './dev-shell.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Between the address that browsers ask and the site behind it, clear of the product's own ports. */
const behind = 60

const usage = `npm run dev -- <module> [--on <address of a site>], for example:
  npm run dev -- payment                                        the product of this machine, with payment from its sources
  npm run dev -- payment --on https://staging.example.com       the pages of that site, with payment from the sources of this machine`

/** The folder that a name on the command line means: `payment`, `mfe-payment` or a path; null where no module is. */
const folderOf = (name: string): string | null =>
  [join(root, name), join(root, `mfe-${name}`), resolve(name)].find((dir) => existsSync(join(dir, 'remote.manifest.ts'))) ?? null

/** Starts the product with the site listening behind, and ends with it. Resolves when it is ready. */
function startProduct(env: Readonly<Record<string, string>>): Promise<void> {
  const product = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'services/demo/src/main.ts')], { cwd: root, env: { ...process.env, ...env }, stdio: ['inherit', 'pipe', 'inherit'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => product.kill('SIGTERM'))
  product.on('exit', (code) => process.exit(code ?? 0))
  return new Promise((done) => {
    product.stdout.on('data', (text: Buffer) => {
      process.stdout.write(text)
      if (text.toString().includes('Ready.')) done()
    })
  })
}

/**
 * `npm run dev -- payment`: pages of a site with one module from its sources. What is seen changes as soon as a source is saved: views and styles in place,
 * messages in place, and a model by loading the page anew, which brings its drafts and its session along.
 */
async function dev(): Promise<void> {
  const { values: { on }, positionals: [name] } = parseArgs({ allowPositionals: true, options: { on: { type: 'string' } } })
  const dir = name === undefined || name === 'shell' ? null : folderOf(name)
  if (name === undefined || (name !== 'shell' && dir === null) || (on !== undefined && !/^https?:\/\//.test(on))) {
    console.error(usage)
    process.exit(2)
  }
  const { port } = demoSettings([], root)
  if (dir === null) {
    await startProduct({ CHECKIN_DEV_RELOAD: '1' })
    republishShell(root)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'checkin-dev-'))
  const isOwn = on === undefined
  const end = (): void => { rmSync(folder, { recursive: true, force: true }) }
  process.on('exit', end)
  if (!isOwn) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0))
  const upstream = { origin: new URL(on ?? `http://localhost:${port + behind}`), keepsHost: isOwn }
  let reload = (): void => undefined
  const [shell] = await Promise.all([
    watchShell(join(root, 'shell'), folder, () => { reload() }),
    isOwn ? startProduct({ CHECKIN_DEV_SITE_PORT: String(port + behind) }) : undefined,
  ])
  const server = await serveModule({ dir, upstream, port, shell, log: (line) => { console.log(line) } })
  reload = server.reload
  console.log(`${server.served.name} comes from ${dir} in every page of ${isOwn ? 'this product' : `${upstream.origin.origin}, here at http://localhost:${port}`}. Ctrl-C stops.`)
}

await dev()
