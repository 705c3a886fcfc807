import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@checkin/http/client'
import { getTenant, listModules, setPointer } from '@checkin/registry'
import { internalFetch } from '@checkin/server'
import { keep, percentile } from '../report.ts'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const host = 'islandcars.localhost'
const port = Number(process.env['CHECKIN_PORT'] ?? 4000)
const dataDir = resolve(root, process.env['CHECKIN_DATA_DIR'] ?? '.data')
const registry = createClient({ baseUrl: `http://127.0.0.1:${port + 5}`, token: 'demo-operator' })
const tenant = () => registry.call(getTenant, { params: { host } })

/** Two more site servers beside the one that runs, with its secrets and folders of their own. */
async function moreSites(folder: string): Promise<{ readonly ports: readonly number[]; readonly stop: () => void }> {
  const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>
  const ports = [port + 10, port + 12]
  const children: ChildProcess[] = ports.map((own) => spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'services/site/src/main.ts')], {
    stdio: 'ignore',
    env: {
      ...process.env, CHECKIN_PORT: String(own), CHECKIN_DATA_DIR: join(folder, String(own)), CHECKIN_ASSETS_DIR: join(dataDir, 'assets'), CHECKIN_LOG_LEVEL: 'silent',
      CHECKIN_API_URL: `http://127.0.0.1:${port + 4}`, CHECKIN_REGISTRY_URL: `http://127.0.0.1:${port + 5}`,
      CHECKIN_PROXY_SECRET: secrets['proxySecret'], CHECKIN_RELEASE_SECRET: secrets['releaseSecret'], CHECKIN_REGISTRY_PUBLIC_KEY: secrets['registryPublicKey'],
    },
  }))
  return { ports, stop: () => { for (const child of children) child.kill('SIGTERM') } }
}

const setOn = async (site: number): Promise<number | null> => {
  const html = await internalFetch(`http://127.0.0.1:${site}/`, { headers: { host } }).then((answer) => answer.text(), () => '')
  const found = /data-release-set="(\d+)"/.exec(html)?.[1]
  return found === undefined ? null : Number(found)
}

/** Milliseconds until a site gives new sessions a set. */
async function untilServed(site: number, setId: number, since: number): Promise<number> {
  while (await setOn(site) !== setId) {
    if (performance.now() - since > 30_000) throw new Error(`The site on port ${site} does not serve set ${setId}`)
    await delay(5)
  }
  return performance.now() - since
}

/**
 * `npm run bench -- propagation [switches]`: from the registry's answer to a switch until each of three site servers gives new
 * sessions the other set. Needs a running product with two published versions of mfe-verification; leaves the tenant as it was.
 */
export async function propagationBench([count = '40']: readonly string[]): Promise<void> {
  const { modules } = await registry.call(listModules)
  const versions = modules.find(({ name }) => name === 'mfe-verification')?.versions.map(({ version }) => version) ?? []
  const [one, other] = versions
  if (one === undefined || other === undefined) throw new Error('Publish a second version first: npm run rollout -- publish mfe-verification --version 1.0.1')
  const folder = await mkdtemp(join(tmpdir(), 'bench-sites-'))
  const { ports: added, stop } = await moreSites(folder)
  const sites = [port, ...added]
  const before = await tenant()
  const times: number[] = []
  try {
    for (const site of sites) await untilServed(site, before.setId, performance.now())
    for (let at = 0; at < Number(count); at += 1) {
      const now = await tenant()
      const next = now.modules['mfe-verification'] === one ? other : one
      const changed = await registry.call(setPointer, { params: { host }, body: { modules: { 'mfe-verification': next }, reason: 'bench', emergency: true } }, { ifMatch: now.revision })
      if (!('setId' in changed)) throw new Error('The switch waits for a second person')
      const { setId } = changed
      const committed = performance.now()
      times.push(...await Promise.all(sites.map((site) => untilServed(site, setId, committed))))
    }
  } finally {
    const now = await tenant()
    await registry.call(setPointer, { params: { host }, body: { setId: before.setId, reason: 'bench over', emergency: true } }, { ifMatch: now.revision }).catch(() => undefined)
    stop()
    await rm(folder, { recursive: true, force: true })
  }
  const figures = Object.fromEntries(([['p50', 0.5], ['p99', 0.99], ['longest', 1]] as const).map(([name, part]) => [name, Math.round(percentile(times, part))]))
  console.log(`From a switch to ${sites.length} site servers, ${times.length} times, in milliseconds`)
  console.table(figures)
  await keep('propagation', { sites: sites.length, times: times.length, milliseconds: figures })
}
