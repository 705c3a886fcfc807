import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { internalFetch } from '@checkin/server'
import { startPostgres } from '@checkin/server/postgres'
import { extract } from 'tar'
import { checkFirstCompany } from './first-company.ts'
import type { Packed } from './make-artefact.ts'

const secret = () => randomBytes(32).toString('base64url')

/** What a production installation on this machine is told; `port` and the nineteen behind it must be free. */
export function installationEnvironment(port: number, folder: string, databaseUrl: string): Readonly<Record<string, string>> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    CHECKIN_MODE: 'production', CHECKIN_PORT: String(port), CHECKIN_DATA_DIR: join(folder, 'data'), CHECKIN_ASSETS_DIR: join(folder, 'assets'), DATABASE_URL: databaseUrl,
    CHECKIN_CODE_SECRET: secret(), CHECKIN_PROXY_SECRET: secret(), CHECKIN_DOCUMENT_KEY: secret(), CHECKIN_ADMIN_TOKEN: secret(), CHECKIN_RELEASE_SECRET: secret(), CHECKIN_OPS_SECRET: secret(),
    CHECKIN_REGISTRY_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), CHECKIN_REGISTRY_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'pem' }).toString(), CHECKIN_CONSOLE_ORIGIN: 'https://ops.example.com', CHECKIN_OUTBOUND_HOSTS: 'public', CHECKIN_LOG_LEVEL: 'warn',
  }
}

/** One line for each thing that was looked at; throws at the first that does not hold. */
export type Report = (line: string) => void

/**
 * Unpacks artefacts where nothing of the project is found, migrates an empty database, starts every command as a production installation does,
 * `api` and `site` twice, asks their health, makes a company with a reservation, and stops them.
 */
export async function checkArtefacts(packed: readonly Packed[], port: number, report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'))
  const running: ChildProcess[] = []
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  const env: Readonly<Record<string, string>> = { PATH: process.env['PATH'] ?? '', CHECKIN_NODE: process.execPath, ...installationEnvironment(port, folder, postgres.url) }
  const program = (name: string): string => join(folder, `${name}-${packed.find((each) => each.name === name)?.version ?? ''}`, 'bin', 'checkin')
  const run = (name: string, ...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(program(name), args, { encoding: 'utf8', env, cwd: folder })
    if (status !== 0) throw new Error(`${name}: checkin ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
    return stdout.trim()
  }
  const start = async (name: string, command: string, at = port): Promise<void> => {
    const own = { ...env, CHECKIN_PORT: String(at), CHECKIN_API_URL: `http://127.0.0.1:${port + 4}`, CHECKIN_REGISTRY_URL: `http://127.0.0.1:${port + 5}`, ...(at !== port && name === 'site' && { CHECKIN_DATA_DIR: join(folder, 'data-of-the-second-site') }) }
    running.push(spawn(program(name), [command], { env: own, cwd: folder, stdio: 'inherit' }))
    for (let tries = 0; spawnSync(program(name), ['health', command], { env: own }).status !== 0; tries += 1) {
      if (tries > 60) throw new Error(`${command} of ${name} is not ready`)
      await setTimeout(500)
    }
    report(`${command}: ready${at === port ? '' : ', the second one'}`)
  }
  try {
    mkdirSync(join(folder, 'data'))
    for (const { file } of packed) await extract({ file, cwd: folder })
    for (const name of ['api', 'registry']) report(`migrate of ${name}: ${run(name, 'migrate').slice(0, 60)}…`)
    if (run('api', 'migrate') !== 'Nothing to migrate.') throw new Error('Migrating twice changed something')
    for (const [name, command] of [['registry', 'registry'], ['api', 'api'], ['api', 'worker'], ['console', 'console'], ['site', 'site']] as const) await start(name, command)
    for (const name of ['api', 'site']) await start(name, name, port + 10)
    await checkFirstCompany([port, port + 10].map((base) => `http://127.0.0.1:${base + 4}`), env['CHECKIN_ADMIN_TOKEN'] ?? '', report)
    await checkPictures(join(program('api'), '..', '..', 'lib', 'image-process.js'))
    report('pictures: decoded and encoded anew')
    const { status } = await internalFetch(`http://127.0.0.1:${port + 4}/internal/v1/tenants`, { headers: { authorization: 'Bearer demo-admin' } })
    if (status !== 401) throw new Error(`The demo's token is answered ${status}`)
    report('the demo\'s token opens nothing')
    for (const child of running.reverse()) await stopped(child)
    report('all ended within their time')
  } finally {
    for (const child of running) child.kill('SIGKILL')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One white pixel, as a phone would send it. */
const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==', 'base64')

/** The decoder is machine code in a process of its own: whether it works shows only when it does. */
function checkPictures(script: string): Promise<void> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced', env: {} })
  return new Promise<void>((resolve, reject) => {
    child.on('message', (answer) => { if ((answer as { readonly kind: string }).kind === 'encoded') resolve(); else reject(new Error('The picture was refused')) })
    child.on('exit', (code) => { reject(new Error(`The decoder ended with ${code}`)) })
    child.send({ id: 1, file: pixel })
  }).finally(() => { child.kill() })
}

/** SIGTERM ends a process by itself, with 0. */
function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('exit', (code, signal) => { if (code === 0) resolve(); else reject(new Error(`A process ended with ${signal ?? code} when it was told to stop`)) })
    child.kill('SIGTERM')
  })
}
