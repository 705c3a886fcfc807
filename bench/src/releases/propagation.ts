import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keep, percentile } from '../report.ts'
import { siteGet } from './site-get.ts'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const host = 'islandcars.localhost'
const port = Number(process.env['CHECKIN_PORT'] ?? 4000)
const dataDir = resolve(root, process.env['CHECKIN_DATA_DIR'] ?? '.data')
const registry = `http://127.0.0.1:${port + 5}/registry/v1`

interface TenantView {
  readonly revision: number
  readonly setId: number
  readonly modules: Readonly<Record<string, string>>
}

async function call<Answer>(method: 'GET' | 'PUT', path: string, options: { readonly ifMatch?: number; readonly body?: object } = {}): Promise<Answer> {
  const answer = await fetch(`${registry}${path}`, {
    method,
    headers: { authorization: 'Bearer demo-operator', 'content-type': 'application/json', ...(options.ifMatch !== undefined && { 'if-match': `"${options.ifMatch}"` }) },
    ...(options.body && { body: JSON.stringify(options.body) }),
  })
  if (!answer.ok) throw new Error(`The registry answered ${answer.status}: ${await answer.text()}`)
  return await answer.json() as Answer
}

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
  const html = await siteGet(site, host).catch(() => '')
  const found = /data-release-set="(\d+)"/.exec(html)?.[1]
  return found === undefined ? null : Number(found)
}

/** Milliseconds until a site gives new visits a set. */
async function untilServed(site: number, setId: number, since: number): Promise<number> {
  while (await setOn(site) !== setId) {
    if (performance.now() - since > 30_000) throw new Error(`The site on port ${site} does not serve set ${setId}`)
    await delay(5)
  }
  return performance.now() - since
}

/**
 * `npm run bench -- propagation [switches]`: from the registry's answer to a switch until each of three site servers gives new visits
 * the other set. Needs a running product with two published versions of mfe-verification; leaves the tenant as it was.
 */
export async function propagationBench([count = '40']: readonly string[]): Promise<void> {
  const { modules } = await call<{ modules: { name: string; versions: { version: string }[] }[] }>('GET', '/modules')
  const versions = modules.find(({ name }) => name === 'mfe-verification')?.versions.map(({ version }) => version) ?? []
  const [one, other] = versions
  if (one === undefined || other === undefined) throw new Error('Publish a second version first: npm run rollout -- publish mfe-verification --version 1.0.1')
  const folder = await mkdtemp(join(tmpdir(), 'bench-sites-'))
  const { ports: added, stop } = await moreSites(folder)
  const sites = [port, ...added]
  const before = await call<TenantView>('GET', `/tenants/${host}`)
  const times: number[] = []
  try {
    for (const site of sites) await untilServed(site, before.setId, performance.now())
    for (let at = 0; at < Number(count); at += 1) {
      const now = await call<TenantView>('GET', `/tenants/${host}`)
      const wanted = now.modules['mfe-verification'] === one ? other : one
      const { setId } = await call<TenantView>('PUT', `/tenants/${host}/pointer`, { ifMatch: now.revision, body: { modules: { 'mfe-verification': wanted }, reason: 'bench' } })
      const committed = performance.now()
      times.push(...await Promise.all(sites.map((site) => untilServed(site, setId, committed))))
    }
  } finally {
    const now = await call<TenantView>('GET', `/tenants/${host}`)
    await call('PUT', `/tenants/${host}/pointer`, { ifMatch: now.revision, body: { setId: before.setId, reason: 'bench over' } }).catch(() => undefined)
    stop()
    await rm(folder, { recursive: true, force: true })
  }
  const figures = Object.fromEntries(([['p50', 0.5], ['p99', 0.99], ['longest', 1]] as const).map(([name, part]) => [name, Math.round(percentile(times, part))]))
  console.log(`From a switch to ${sites.length} site servers, ${times.length} times, in milliseconds`)
  console.table(figures)
  await keep('propagation', { sites: sites.length, times: times.length, milliseconds: figures })
}
