import { spawnSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SettingsError } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portsFrom } from './ports.ts'
import type { ServiceSpec } from './processes.ts'
import { checkProduction, productionSpecs } from './production.ts'
import { demoSecrets } from './secrets.ts'

const root = dirname(dirname(dirname(import.meta.dirname)))
const dataDir = mkdtempSync(join(tmpdir(), 'production-'))
afterAll(() => { rmSync(dataDir, { recursive: true, force: true }) })

const secret = () => randomBytes(32).toString('base64url')
const all = productionSpecs(portsFrom(6200))
const light = all.filter(({ name }) => name === 'ops-console' || name === 'site')
const problemsOf = async (env: Readonly<Record<string, string>>, specs: readonly ServiceSpec[] = light): Promise<Readonly<Record<string, string>>> => {
  const error = await checkProduction({ root, dataDir, specs, env: { PATH: process.env['PATH'], CHECKIN_MODE: 'production', ...env } }).then(() => null, (reason: unknown) => reason)
  if (error === null) return {}
  return error instanceof SettingsError ? Object.fromEntries(error.problems) : expect.fail('it ended with something else than its settings')
}

describe('production on one machine', () => {
  let missing: Readonly<Record<string, string>>
  beforeAll(async () => { missing = await problemsOf({}, all) })

  it('says everything that it lacks before anything starts', () => {
    expect(missing).toEqual({
      DATABASE_URL: 'is not set: the embedded database is for the demo', CHECKIN_ADMIN_TOKEN: 'is not set', CHECKIN_CODE_SECRET: 'is not set', CHECKIN_DOCUMENT_KEY: 'is not set', CHECKIN_OPS_SECRET: 'is not set', CHECKIN_OUTBOUND_HOSTS: expect.stringContaining('is not set') as string,
      CHECKIN_PROXY_SECRET: 'is not set', CHECKIN_REGISTRY_KEY: 'is not set', CHECKIN_REGISTRY_PUBLIC_KEY: 'is not set', CHECKIN_RELEASE_SECRET: 'is not set',
    })
  })

  it('takes no secret of a demo, no weak one, and none twice', async () => {
    const demo = await demoSecrets(dataDir)
    const shared = secret()
    const env = {
      DATABASE_URL: 'postgres://checkin@localhost/checkin', CHECKIN_REGISTRY_KEY: demo.registryKey, CHECKIN_REGISTRY_PUBLIC_KEY: demo.registryPublicKey, CHECKIN_ADMIN_TOKEN: 'demo-admin',
      CHECKIN_CODE_SECRET: shared, CHECKIN_DOCUMENT_KEY: shared, CHECKIN_OPS_SECRET: 'hunter2hunter2hunter2hunter2', CHECKIN_PROXY_SECRET: demo.proxySecret, CHECKIN_RELEASE_SECRET: 'Tr0ub4dor&3-short',
    }
    expect(await problemsOf(env)).toEqual({
      CHECKIN_ADMIN_TOKEN: expect.stringContaining('demo value') as string, CHECKIN_DOCUMENT_KEY: 'is the same as CHECKIN_CODE_SECRET', CHECKIN_OPS_SECRET: expect.stringContaining('repeats itself') as string,
      CHECKIN_PROXY_SECRET: 'is the demo\'s, from secrets.json', CHECKIN_REGISTRY_KEY: 'is the demo\'s, from secrets.json', CHECKIN_REGISTRY_PUBLIC_KEY: 'is the demo\'s, from secrets.json',
      CHECKIN_RELEASE_SECRET: 'must have at least 24 characters in production',
    })
  })

  it('takes no certificate of one service for all of them (DEC-340)', async () => {
    expect(await problemsOf({ CHECKIN_CALLERS: 'site=site.example', CHECKIN_TLS_KEY: '/etc/checkin/tls.key' }, [])).toMatchObject({ CHECKIN_CALLERS: expect.stringContaining('one service') as string, CHECKIN_TLS_KEY: expect.stringContaining('one service') as string })
  })

  it('takes neither where the secrets stand in files that the settings name (ASVS 13.3.1)', async () => {
    const { proxySecret } = await demoSecrets(dataDir)
    const shared = secret()
    const inFile = (name: string, text: string) => {
      const file = join(dataDir, name)
      writeFileSync(file, `${text}\n`)
      return file
    }
    expect(await problemsOf({
      CHECKIN_CODE_SECRET: shared, CHECKIN_DOCUMENT_KEY_FILE: inFile('document-key', shared), CHECKIN_OPS_SECRET_FILE: inFile('ops', secret()), CHECKIN_PERSON_SECRET_FILE: inFile('person', shared),
      CHECKIN_PROXY_SECRET_FILE: inFile('proxy', proxySecret),
    })).toMatchObject({
      CHECKIN_DOCUMENT_KEY: 'is the same as CHECKIN_CODE_SECRET', CHECKIN_PERSON_SECRET: 'is the same as CHECKIN_CODE_SECRET', CHECKIN_PROXY_SECRET: 'is the demo\'s, from secrets.json',
    })
  })

  it('lacks nothing with secrets of its own', async () => {
    const own = ['CHECKIN_ADMIN_TOKEN', 'CHECKIN_OPS_SECRET', 'CHECKIN_PROXY_SECRET', 'CHECKIN_RELEASE_SECRET'].map((name) => [name, secret()] as const)
    const publicKey = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(await problemsOf({ CHECKIN_REGISTRY_PUBLIC_KEY: publicKey, DATABASE_URL: 'postgres://checkin@localhost/checkin', CHECKIN_CONSOLE_ORIGIN: 'https://ops.example.com', CHECKIN_OUTBOUND_HOSTS: 'public', ...Object.fromEntries(own) })).toEqual({})
  })

  it('is not begun with the demo\'s flags, which would remove its data', () => {
    const { status, stderr } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'services/demo/src/main.ts'), '--fresh'], {
      encoding: 'utf8', env: { PATH: process.env['PATH'], CHECKIN_MODE: 'production', CHECKIN_PORT: '6200', CHECKIN_DATA_DIR: dataDir },
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('CHECKIN_MODE: is production: --fresh is for the demo')])
  })
})
