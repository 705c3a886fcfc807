import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { isWhole } from '@checkin/testing/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationsFolder } from '../../src/settings.ts'
import type { Tables } from '../../src/tables.ts'
import { putTenant } from '../../src/tenants/tenant-store.ts'
import { freePorts, projectRoot, startServing, type Program } from '../chaos/processes.ts'
import { documentKey } from '../fixtures/keys.fixture.ts'
import { fleetToken, tenantSettings } from '../fixtures/whole-api.fixture.ts'
import { orderOfUpgrade } from './installation.fixture.ts'

const textOf = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

/** Commands of docs/upgrading.md, in its blocks and in its sentences, without what an operator puts in; in the order of the page. */
const commands = [...new Set([...textOf('docs/upgrading.md').matchAll(/(?:^|`)((?:checkin|systemctl|npm run|kubectl) [^`#\n]*?)(?:`| *#| *$)/gm)].map(([, command = '']) => command.trim()))]

/** Those that need more than this service, and the test that runs them. */
const elsewhere: Readonly<Record<string, readonly [file: string, runs: string]>> = {
  'npm run backup -- /backups/before-1.1.0': ['services/reservation-api/test/backup.test.ts', "run('backup'"],
  'npm run rollout -- publish …': ['e2e/remotes/rollouts.spec.ts', "rollout('publish'"],
  'kubectl apply -k': ['tools/src/package/manifests.fixture.ts', "execFileSync('kubectl', ['kustomize'"],
}

it('docs/upgrading.md replaces every kind of process, in the order that the changelog asks for (REL-8)', () => {
  const order = orderOfUpgrade()
  expect(order).toEqual(['registry', 'site', 'api', 'worker', 'console'])
  const units = readdirSync(join(projectRoot, 'deploy/systemd')).flatMap((file) => /^checkin-(\w+)\.service$/.exec(file)?.[1] ?? [])
  expect([...order].sort()).toEqual(units.sort())
  const [, asked = ''] = /\*\*Upgrade in this order: ([^;]+);/.exec(textOf('CHANGELOG.md')) ?? []
  // Workers come with the API, as they have the same artefact.
  expect(asked.split(', ').map((step) => order.find((kind) => step.toLowerCase().split(' ').includes(kind)))).toEqual(order.filter((kind) => kind !== 'worker'))
})

describe('commands of docs/upgrading.md, run as they stand there against an installation (DEC-317)', () => {
  let database: TestDatabase<Tables>
  let folder = ''
  let env: Readonly<Record<string, string>> = {}
  let probe = ''
  let running: Program | null = null
  beforeAll(async () => {
    database = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
    await database.withTenant('costaverde', (transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings(), fleetToken: fleetToken('costaverde') }))
    folder = mkdtempSync(join(tmpdir(), 'upgrading-'))
    const port = await freePorts(10)
    probe = `http://127.0.0.1:${port + 4}/readyz`
    env = {
      CHECKIN_MODE: 'demo', CHECKIN_PORT: String(port), CHECKIN_DATA_DIR: folder, CHECKIN_LOG_LEVEL: 'warn', CHECKIN_UNREADY_SECONDS: '1', DATABASE_URL: database.url,
      CHECKIN_CODE_SECRET: 'code-secret-of-the-upgrade', CHECKIN_PROXY_SECRET: 'proxy-secret-of-the-upgrade', CHECKIN_DOCUMENT_KEY: documentKey, CHECKIN_MAIL_POLL_MS: '600000', NODE_COMPILE_CACHE: join(folder, 'compiled'),
    }
  })
  afterAll(async () => {
    await running?.kill()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const program = join(projectRoot, 'services/reservation-api/src/checkin.ts')
  const checkin = (command: string, more: Readonly<Record<string, string>> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...command.split(' ').slice(1)], { encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '', ...env, ...more } })
    return { status, said: `${stdout}${stderr}` }
  }
  const unit = (name: string): string => textOf(`deploy/systemd/${name}.service`)

  it('are known to this test, each of them', () => {
    expect(commands).toEqual([
      'npm run backup -- /backups/before-1.1.0', 'checkin check api', 'checkin migrate', 'systemctl stop checkin-api', 'systemctl start checkin-api', 'checkin health api', 'kubectl apply -k', 'checkin keys seal --all', 'checkin keys seal', 'checkin keys unseal --all', 'npm run rollout -- publish …',
    ])
  })

  it.each(Object.entries(elsewhere))('%s is run by another test', (command, [file, runs]) => {
    expect(commands).toContain(command)
    expect(existsSync(join(projectRoot, file)) && textOf(file)).toContain(runs)
  })

  it.runIf(isWhole)('bring the tables up, say what is refused, start, are asked for health, and stop', async () => {
    expect(checkin('checkin check api')).toEqual({ status: 0, said: '' })
    const refused = checkin('checkin check api', { CHECKIN_MODE: 'production', CHECKIN_CODE_SECRET: '' })
    expect([refused.status, refused.said]).toEqual([1, expect.stringContaining('CHECKIN_CODE_SECRET')])
    expect(checkin('checkin migrate')).toEqual({ status: 0, said: 'Nothing to migrate.\n' })
    // systemctl start and stop: the unit's own command, and SIGTERM.
    expect(unit('checkin-api')).toContain('/bin/checkin api\n')
    running = await startServing(program, env, probe, ['api'])
    expect(checkin('checkin health api').status).toBe(0)
    expect(await running.stop()).toBe(0)
    expect(checkin('checkin health api').status).toBe(1)
  }, 300_000)

  it.runIf(isWhole)('seal personal data and put them back clear for the release before, over all companies', () => {
    expect(checkin('checkin keys seal --all')).toMatchObject({ status: 0, said: expect.stringContaining('costaverde: personal data are sealed from now on') })
    expect(checkin('checkin keys unseal --all')).toMatchObject({ status: 0, said: expect.stringContaining('costaverde: personal data are put back clear in the background') })
  }, 300_000)
})
