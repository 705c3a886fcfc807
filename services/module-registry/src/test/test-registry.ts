import { generateKeyPairSync } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient, type Client } from '@checkin/http/client'
import type { ModuleManifest } from '@checkin/releases'
import { integrityOf, publicKeyOf, sign } from '@checkin/releases/signing'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import type { InjectOptions } from 'fastify'
import { registryService, type RegistryOptions } from '../app.ts'
import { applyKeyRequest, readKey } from '../publishing/publisher-keys.ts'
import { changeAll } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'

export const newKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const contracts = { shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' }

/** What site servers know in tests. */
export const siteSecret = 'the secret of the sites in tests'

export interface ModuleSources {
  readonly files?: Readonly<Record<string, string | Buffer>>
  readonly change?: Partial<ModuleManifest>
}

/** A built module as a build would hand it over. */
export function aModule(name: string, version = '1.0.0', { files = { 'main.js': `/* ${name} ${version} */` }, change = {} }: ModuleSources = {}) {
  const contents = Object.entries(files).map(([path, content]) => ({ path, bytes: Buffer.from(content) }))
  const manifest: ModuleManifest = {
    name, version, uniqueName: `${name}_${version}`.replace(/\W/g, '_'), entry: 'main.js', initial: [], styles: [], words: {},
    provides: name === 'shell' ? { react: [] } : {}, consumes: name === 'shell' ? [] : ['react'],
    ...(name === 'shell' ? { shareVersions: { react: '19.2.0' } } : { shareRanges: { react: '^19.0.0' } }),
    contracts: name === 'shell' ? { shell: '1.4.0', flow: '1.0.0', rest: '1.0.0', ui: '1.0.0' } : contracts, steps: [],
    files: contents.map(({ path, bytes }) => ({ path, integrity: integrityOf(bytes), bytes: bytes.length })),
    ...change,
  }
  return { manifest, files: contents.map(({ path, bytes }) => ({ path, base64: bytes.toString('base64') })) }
}

/** A clock that stands until a test sets it. */
export function testClock(): { readonly start: Date; now: Date } {
  const start = new Date('2026-12-01T12:00:00Z')
  return { start, now: start }
}

export interface TestRegistry {
  readonly database: TestDatabase<Tables>
  readonly assetsDir: string
  readonly publicKey: string
  /** The derived client of the holder of a token; the demo's operator by default. */
  readonly client: (token?: string) => Client
  /** Calls as the holder of a token, also what the contract does not allow. */
  readonly call: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, options?: CallOptions) => Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: never }>
  /** Reads a page below `/registry/v1` as a browser does. */
  readonly page: (path: string) => Promise<{ status: number; type: unknown; text: string }>
  /** Asks as somebody without a token does, for a path of the server. */
  readonly stranger: (path: string) => Promise<{ readonly status: number; readonly headers: OutgoingHttpHeaders; readonly text: string }>
  /** Publishes with the module's registered key. */
  readonly publish: (module: ReturnType<typeof aModule>, options?: { key?: string; token?: string; provenance?: object }) => ReturnType<TestRegistry['call']>
  readonly keys: Map<string, string>
  /** Runs schedules, plans and followed selectors once, now. */
  readonly tick: () => Promise<void>
  /** What Prometheus would read. */
  readonly metrics: () => Promise<string>
  readonly close: () => Promise<void>
}

export interface CallOptions {
  readonly token?: string
  readonly ifMatch?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** Tests of other things wait for no plan: a change of versions is an emergency where the tenant has a release, unless its test says otherwise (`emergency: false`). */
function withoutPlan(method: string, path: string, ifMatch: number | undefined, body: object | undefined): object | undefined {
  if (path === '/dry-run') return { emergency: true, ...body }
  const isChange = method === 'PUT' && /^\/(tenants\/[^/]+\/pointer|pointers)$/.test(path)
  return isChange && body && ifMatch !== 0 ? { emergency: true, ...body, reason: ('reason' in body ? body.reason : undefined) ?? 'a test' } : body
}

/** A registry of its own on a database of its own. */
export async function testRegistry(options: Partial<Pick<RegistryOptions, 'demo' | 'hstsSubdomains' | 'operatorToken' | 'personSecret' | 'secondFactor' | 'keyGraceMs' | 'clock' | 'followPlan' | 'wideTenants' | 'sessionLimits' | 'assetObjects' | 'signingKey' | 'mail'>> = {}): Promise<TestRegistry> {
  const database = await testDatabase<Tables>({ schema: 'registry', migrations: fileURLToPath(new URL('../../migrations', import.meta.url)) })
  const assetsDir = await mkdtemp(join(tmpdir(), 'checkin-assets-'))
  const signingKey = options.signingKey ?? newKey()
  const service = await registryService({ database, assetsDir, signingKey, demo: true, log: { level: 'silent' }, tickMs: 3_600_000, siteSecret, ...options })
  const keys = new Map<string, string>()

  const call: TestRegistry['call'] = async (method, path, { token = 'demo-operator', ifMatch, headers = {}, body: given } = {}) => {
    const body = withoutPlan(method, path, ifMatch, given)
    const request: InjectOptions = {
      method, url: `/registry/v1${path}`,
      headers: { authorization: `Bearer ${token}`, ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }), ...headers },
      ...(body && { payload: body }),
    }
    const answer = await service.app.inject(request)
    return { status: answer.statusCode, headers: answer.headers, body: (answer.body === '' ? null : answer.json()) as never }
  }

  /** As an installation's first keys come about: not by the API. */
  const seedKey = (module: string, publicKey: string) =>
    changeAll(database, (change) => applyKeyRequest(change, readKey(module, publicKey), { addedBy: 'test', approvedBy: null, reason: '', graceMs: 0 }))

  return {
    database, assetsDir, keys, call, tick: service.tick,
    client: (token = 'demo-operator') => createClient({
      baseUrl: '', token,
      fetch: async (url, { method, headers, body }) => {
        const answer = await service.app.inject({ method: method as 'GET', url, headers, ...(body !== undefined && { payload: body }) })
        return new Response(answer.body, { status: answer.statusCode })
      },
    }),
    page: async (path) => {
      const { statusCode: status, headers, body: text } = await service.app.inject(`/registry/v1${path}`)
      return { status, type: headers['content-type'], text }
    },
    stranger: async (path) => {
      const { statusCode: status, headers, body: text } = await service.app.inject(path)
      return { status, headers, text }
    },
    publicKey: publicKeyOf(signingKey),
    publish: async ({ manifest, files }, { key, token, provenance } = {}) => {
      let registered = keys.get(manifest.name)
      if (registered === undefined) {
        registered = newKey()
        keys.set(manifest.name, registered)
        await seedKey(manifest.name, publicKeyOf(registered))
      }
      const signed = sign(JSON.stringify(manifest), key ?? registered)
      return call('POST', `/modules/${manifest.name}/versions`, { token: token ?? `demo-publisher-${manifest.name}`, body: { manifest: signed, files, ...(provenance && { provenance: sign(JSON.stringify(provenance), key ?? registered) }) } })
    },
    metrics: () => service.metrics.metrics(),
    close: async () => {
      await service.stop()
      await database.close()
      await rm(assetsDir, { recursive: true, force: true })
    },
  }
}
