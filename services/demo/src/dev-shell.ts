import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { portsFrom } from './ports.ts'
import { builtModules, publishAndPoint, tenantHosts } from './publish.ts'
import { demoSettings } from './settings.ts'

/** Milliseconds of quiet after the last change: an editor writes several files at once. */
const quietMs = 150

/** What the shell is made of; tests and results of builds are not. */
const isSource = (file: string): boolean => /\.(tsx?|css|json|svg|woff2)$/.test(file) && !/\.test\.tsx?$|(^|[\\/])(node_modules|dist|test)[\\/]/.test(file)

/** `npm run dev -- shell`: the shell is built and published to the local registry whenever its sources or the shared ones change; open pages load anew by themselves. */
export function republishShell(root: string): void {
  const { port, dataDir } = demoSettings([], root)
  const ports = portsFrom(port)
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  const publish = async (): Promise<void> => {
    const startedAt = performance.now()
    const built = await builtModules(root, ['shell'])
    await publishAndPoint({ root, ports, dataDir, modules: built, hosts: await tenantHosts(ports) })
    console.log(`shell: new sessions get the changed sources (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
  }
  const changed = (file: string | null): void => {
    if (file === null || !isSource(file)) return
    clearTimeout(timer)
    // One after the other; a mistake in the sources is told and the last good build stays on the screen.
    timer = setTimeout(() => { work = work.then(publish).catch((error: unknown) => { console.error(error instanceof Error ? error.message : error) }) }, quietMs)
  }
  const folders = [join(root, 'shell', 'src'), join(root, 'shared')].filter((folder) => existsSync(folder))
  for (const folder of folders) watch(folder, { recursive: true }, (_event, file) => { changed(file) })
  console.log('Watching the shell and the shared packages.')
}
