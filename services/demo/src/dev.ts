import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { portsFrom } from './ports.ts'
import { builtModules, moduleFolders, publishAndPoint, tenantHosts } from './publish.ts'
import { demoSettings } from './settings.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Milliseconds of quiet after the last change: an editor writes several files at once. */
const quietMs = 150

/** What a module is made of; tests and results of builds are not. */
const isSource = (file: string): boolean => /\.(tsx?|css|json|svg|woff2)$/.test(file) && !/\.test\.tsx?$|(^|[\\/])(node_modules|dist|test)[\\/]/.test(file)

/**
 * `npm run dev -- mfe-payment`: the whole product, with the named modules rebuilt and published to the local registry whenever their sources change.
 * Open pages reload by themselves and get the new version; what was typed is kept by the page's own draft. The other modules stay as published.
 */
function dev(names: readonly string[]): void {
  const modules = names.map((name) => (name === 'shell' || name.startsWith('mfe-') ? name : `mfe-${name}`))
  const unknown = modules.filter((name) => !(moduleFolders as readonly string[]).includes(name))
  if (modules.length === 0 || unknown.length > 0) {
    console.error(`Name the modules to serve from source: ${moduleFolders.join(', ')}${unknown.length > 0 ? ` (unknown: ${unknown.join(', ')})` : ''}`)
    process.exit(2)
  }
  const product = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'services/demo/src/main.ts')], {
    cwd: root, env: { ...process.env, CHECKIN_DEV_RELOAD: '1' }, stdio: ['inherit', 'pipe', 'inherit'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => product.kill('SIGTERM'))
  product.on('exit', (code) => process.exit(code ?? 0))
  let isReady = false
  product.stdout.on('data', (text: Buffer) => {
    process.stdout.write(text)
    if (isReady || !text.toString().includes('Ready.')) return
    isReady = true
    watchSources(modules)
  })
}

function watchSources(modules: readonly string[]): void {
  const { port, dataDir } = demoSettings([], root)
  const ports = portsFrom(port)
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  const publish = async (): Promise<void> => {
    const startedAt = performance.now()
    const built = await builtModules(root, modules)
    await publishAndPoint({ root, ports, dataDir, modules: built, hosts: await tenantHosts(ports) })
    console.log(`${modules.join(', ')}: new sessions get the changed sources (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  }
  const changed = (file: string | null): void => {
    if (file === null || !isSource(file)) return
    clearTimeout(timer)
    // One after the other; a mistake in the sources is told and the last good build stays on the screen.
    timer = setTimeout(() => { work = work.then(publish).catch((error: unknown) => { console.error(error instanceof Error ? error.message : error) }) }, quietMs)
  }
  const folders = [...modules.flatMap((name) => ['src', 'locales'].map((folder) => join(root, name, folder))), join(root, 'shared')].filter((folder) => existsSync(folder))
  for (const folder of folders) watch(folder, { recursive: true }, (_event, file) => { changed(file) })
  console.log(`Watching ${modules.join(', ')} and the shared packages.`)
}

dev(process.argv.slice(2))
