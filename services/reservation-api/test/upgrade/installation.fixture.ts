import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ModuleManifest } from '@checkin/releases'
import { integrityOf, publicKeyOf, sign } from '@checkin/releases/signing'
import { internalFetch } from '@checkin/server'
import { testDatabase } from '@checkin/server/testing'
import { freePorts, projectRoot, startServing, type Program } from '../chaos/processes.ts'
import { documentKey } from '../fixtures/keys.fixture.ts'
import { fleetToken, tenantSettings } from '../fixtures/whole-api.fixture.ts'
import { migrationsFolder } from '../../src/settings.ts'
import type { Tables } from '../../src/tables.ts'
import { putTenant } from '../../src/tenants/tenant-store.ts'
import { startNginx } from './nginx.fixture.ts'

/** Folder of the reservation API of this release. */
export const thisRelease = join(projectRoot, 'services/reservation-api')
/** A published file of the shell, as a page asks for it. */
export const publishedFile = '/assets/shell/1.0.0/main.js'
/** Seconds in which a process that was told to stop still takes calls; longer than nginx keeps a connection that nobody uses. */
const unreadySeconds = 3

const secrets = { CHECKIN_PROXY_SECRET: 'proxy-secret-of-the-upgrade', CHECKIN_RELEASE_SECRET: 'release-secret-of-the-upgrade' }

/** A registry's signed answer for one tenant with one release, and its file; a renter never meets the registry itself. */
function aRegistry(assets: string, host: string) {
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const bytes = Buffer.from('export const shell = 1\n'.repeat(2000))
  mkdirSync(join(assets, 'shell/1.0.0'), { recursive: true })
  writeFileSync(join(assets, 'shell/1.0.0/main.js'), bytes)
  const shell: ModuleManifest = {
    name: 'shell', version: '1.0.0', uniqueName: 'shell_1_0_0', entry: 'main.js', initial: [], styles: [], words: {}, provides: {}, consumes: [], steps: [],
    contracts: { shell: '1.0.0', flow: '1.0.0', rest: '1.0.0', ui: '1.0.0' }, files: [{ path: 'main.js', integrity: integrityOf(bytes), bytes: bytes.length }],
  }
  const set = sign(JSON.stringify({ id: 1, createdAt: '2026-12-01T12:00:00Z', shell, modules: {} }), key)
  const text = JSON.stringify(sign(JSON.stringify({ revision: 1, tenants: [{ host, revision: 1, setId: 1, rollouts: [], variants: [1], lastGood: {} }], sets: [set], killed: [] }), key))
  return { publicKey: publicKeyOf(key), server: createServer((_request, response) => { response.end(text) }) }
}

/** The kinds of processes in the order in which docs/upgrading.md replaces them, by their commands. */
export function orderOfUpgrade(): readonly string[] {
  const [, sentence = ''] = /in this order: ([^.]+)\./.exec(readFileSync(join(projectRoot, 'docs/upgrading.md'), 'utf8')) ?? []
  return [...sentence.matchAll(/`(\w+)`/g)].map(([, kind = '']) => kind)
}

/** A process that is replaced: what it is, and where it says whether it can serve. */
export interface Replaceable {
  readonly name: string
  readonly probe: string
  /** Starts it until it can serve; of the API the release in a folder. */
  readonly start: (apiFolder: string) => Promise<Program>
}

/** Two API and two site processes behind nginx, over one database, as docs/upgrading.md describes an installation, in the order in which it replaces them. */
export async function anInstallation(nginx: string, folder: string) {
  const database = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
  await database.withTenant('costaverde', (transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings({ terms: [] }), fleetToken: fleetToken('costaverde') }))
  const first = await freePorts(44)
  const [publicPort, insidePort] = [first, first + 1]
  const bases = { apis: [first + 2, first + 12], sites: [first + 22, first + 32] }
  const assets = join(folder, 'assets')
  const registry = aRegistry(assets, 'costaverde.localhost')
  await new Promise<void>((resolve) => { registry.server.listen(0, '127.0.0.1', resolve) })
  const registryUrl = `http://127.0.0.1:${(registry.server.address() as AddressInfo).port}`
  const common = { ...secrets, CHECKIN_MODE: 'demo', CHECKIN_LOG_LEVEL: 'warn', CHECKIN_UNREADY_SECONDS: String(unreadySeconds), DATABASE_URL: database.url, NODE_COMPILE_CACHE: join(folder, 'compiled') }

  const api = (base: number, at: number): Replaceable => {
    const probe = `http://127.0.0.1:${base + 4}/readyz`
    return {
      name: `API ${at + 1}`, probe,
      start: (apiFolder) => startServing(join(apiFolder, 'src/main.ts'), {
        ...common, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: join(folder, 'data'), CHECKIN_CODE_SECRET: 'code-secret-of-the-upgrade', CHECKIN_DOCUMENT_KEY: documentKey, CHECKIN_MAIL_POLL_MS: '600000',
      }, probe),
    }
  }
  const site = (base: number, at: number): Replaceable => {
    const probe = `http://127.0.0.1:${base + 6}/readyz`
    return {
      name: `site ${at + 1}`, probe,
      start: () => startServing('services/site/src/main.ts', {
        ...common, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: join(folder, `site-${at}`), CHECKIN_ASSETS_DIR: assets, CHECKIN_API_URL: `http://127.0.0.1:${insidePort}`,
        CHECKIN_REGISTRY_URL: registryUrl, CHECKIN_REGISTRY_PUBLIC_KEY: registry.publicKey, CHECKIN_TRUST_PROXY: 'true', CHECKIN_REGISTRY_POLL_MS: '400',
      }, probe),
    }
  }
  const kinds = new Map([['api', bases.apis.map(api)], ['site', bases.sites.map(site)]])
  const processes = orderOfUpgrade().flatMap((kind) => kinds.get(kind) ?? [])
  const proxy = await startNginx(nginx, {
    folder: join(folder, 'nginx'), listen: { public: [`listen 127.0.0.1:${publicPort};`], inside: [`listen 127.0.0.1:${insidePort};`] }, insidePort,
    sites: bases.sites, apis: bases.apis.map((base) => base + 4),
  })
  return {
    database, publicPort, processes,
    stop: async () => {
      await proxy.stop()
      registry.server.close()
      await database.close()
    },
  }
}

/** `checkin migrate` of the release in a folder. Answers what it said. The renters of a test go on meanwhile: one that stood still would miss answers that came. */
export const migrateCommand = async (apiFolder: string, databaseUrl: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, [join(apiFolder, 'src/checkin.ts'), 'migrate'], { env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl } })).stdout.trim()

/** Whether a process says that it can serve; null when nobody answers. */
export const readiness = async ({ probe }: Replaceable): Promise<number | null> => (await internalFetch(probe, { timeoutMs: 2000 }).catch(() => null))?.status ?? null
