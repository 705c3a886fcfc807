import { spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer, request, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type Postgres } from '@checkin/server/postgres'
import { isWhole } from '@checkin/testing/sample'
import { projectRoot } from '@checkin/tooling/ownership'
import { generate } from 'selfsigned'
import { runServer } from 'verdaccio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packLibraries } from './pack.ts'
import { runIn, type Ended } from './repository.fixture.ts'

let home = ''
const closing: (() => unknown)[] = []
/** Address of the registry of packages, and of the module registry behind TLS. */
let packages = ''
let registry = ''
let folders: readonly string[] = []

const portOf = (server: { address: () => string | AddressInfo | null }): number => (server.address() as AddressInfo).port
const listening = (server: Pick<Server, 'listen' | 'once' | 'address'>): Promise<number> => new Promise((done) => { server.listen(0, '127.0.0.1', () => { done(portOf(server)) }) })

/** Answers for whoever may read; what it does not have, nobody has. */
async function startVerdaccio(): Promise<string> {
  const server = await runServer({
    storage: join(home, 'verdaccio'), self_path: join(home, 'verdaccio'), uplinks: {}, packages: { '**': { access: '$all', publish: '$all', unpublish: '$all' } },
    auth: { htpasswd: { file: join(home, 'htpasswd') } }, log: { type: 'stdout', level: 'fatal' }, max_body_size: '50mb', web: { enable: false },
  }) as Server
  closing.push(() => { server.close() })
  return `http://127.0.0.1:${await listening(server)}`
}

async function startRegistry(): Promise<string> {
  const database: Postgres = await startPostgres({ dataDir: join(home, 'data'), durable: false })
  closing.push(() => database.stop())
  const probe = createPlainServer()
  const free = await listening(probe)
  await new Promise((done) => probe.close(done))
  const base = free - 5
  const service: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(projectRoot, 'services/module-registry/src/main.ts')], {
    cwd: projectRoot, stdio: 'inherit',
    env: {
      ...process.env, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: join(home, 'data'), CHECKIN_ASSETS_DIR: join(home, 'assets'), CHECKIN_MODE: 'demo', DATABASE_URL: database.url, CHECKIN_LOG_LEVEL: 'error',
      CHECKIN_REGISTRY_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  })
  closing.push(() => new Promise((done) => { service.once('exit', done); service.kill('SIGTERM') }))
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${free}/readyz`)).status, { timeout: 60_000, interval: 200 }).toBe(200)
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }] })
  writeFileSync(join(home, 'ca.pem'), cert)
  const tls = createServer({ key, cert }, (asked, answer) => {
    asked.pipe(request({ host: '127.0.0.1', port: free, method: asked.method, path: asked.url, headers: asked.headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    }))
  })
  closing.push(() => { tls.close() })
  return `https://localhost:${await listening(tls)}`
}

/** npm as a person at this machine would run it, with the packages of `@checkin` from the registry that was started. */
const npm = (folder: string, ...args: readonly string[]): Promise<Ended> => runIn(folder, 'npm', ['--no-audit', '--no-fund', '--loglevel=error', ...args])
const rollout = (folder: string, ...args: readonly string[]): Promise<Ended> => runIn(folder, 'npx', ['--no-install', 'rollout', ...args], {
  CHECKIN_REGISTRY_URL: registry, CHECKIN_MODE: 'demo', CHECKIN_DATA_DIR: join(home, 'keys'), NODE_EXTRA_CA_CERTS: join(home, 'ca.pem'),
})

describe.runIf(isWhole)('the packages in a registry for packages', () => {
  beforeAll(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'checkin-packages-test-')))
    // PostgreSQL runs as somebody else.
    chmodSync(home, 0o711)
    mkdirSync(join(home, 'data'), { recursive: true })
    folders = await packLibraries({ root: projectRoot, target: join(home, 'made'), withDevShell: true })
    packages = await startVerdaccio()
    registry = await startRegistry()
  }, 600_000)
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
    rmSync(home, { recursive: true, force: true })
  })

  it('make a repository from nothing, which builds, checks and publishes over HTTPS, and its version is served in a set (ROL-10, ECO-16, DEC-201)', async () => {
    const login = `--//${new URL(packages).host}/:_authToken=anybody`
    for (const folder of folders) expect(await npm(folder, 'publish', '--registry', packages, login)).toMatchObject({ code: 0 })
    const empty = join(home, 'empty')
    mkdirSync(empty)
    const create = (...args: readonly string[]): Promise<Ended> => npm(empty, 'exec', '--yes', '--registry', packages, '--', 'create-checkin-module', ...args, '--packages', packages)
    expect(await create('parking', '--screen', 'park')).toMatchObject({ code: 0 })
    expect(await create('--from', join(projectRoot, 'mfe-offers'))).toMatchObject({ code: 0 })
    for (const name of ['parking', 'offers']) {
      const repository = join(empty, `mfe-${name}`)
      expect(await npm(repository, 'install')).toMatchObject({ code: 0 })
      expect(JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'))).toMatchObject({ packages: { 'node_modules/@checkin/remote': { integrity: expect.stringMatching(/^sha512-/) as string } } })
      expect(await npm(repository, 'run', 'check')).toMatchObject({ code: 0 })
      expect(await rollout(repository, 'publish', '.')).toMatchObject({ code: 0, text: expect.stringContaining(`mfe-${name}@1.0.0 is published`) as string })
      expect(await rollout(repository, 'publish', '.')).toMatchObject({ code: 0, text: expect.stringContaining('was published already') as string })
    }
    const repository = join(empty, 'mfe-parking')

    const shell = await runIn(projectRoot, process.execPath, ['services/module-registry/src/cli/main.ts', 'publish', 'shell'], { CHECKIN_REGISTRY_URL: registry, CHECKIN_DATA_DIR: join(home, 'keys'), NODE_EXTRA_CA_CERTS: join(home, 'ca.pem') })
    expect(shell).toMatchObject({ code: 0 })
    expect(await rollout(repository, 'set', 'costaverde', 'shell@1.0.0', 'offers@1.0.0', 'parking@1.0.0', '--emergency', '--reason', 'parking')).toMatchObject({ code: 0, text: expect.stringContaining('parking@1.0.0') as string })
    expect(await rollout(repository, 'status', 'costaverde')).toMatchObject({ code: 0, text: expect.stringMatching(/offers@1\.0\.0 parking@1\.0\.0/) as string })
  }, 900_000)
})
