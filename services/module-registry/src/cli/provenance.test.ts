import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getProvenance } from '@checkin/registry'
import { type Envelope, predicateTypes, SlsaProvenance, statementOf } from '@checkin/releases'
import { openStatement, predicateOf, signStatement } from '@checkin/releases/attestation'
import { publicKeyOf, sign } from '@checkin/releases/signing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subjectsOf } from '../publishing/subjects.ts'
import { behindTheBack } from '../test/behind-the-back.ts'
import { aModule, newKey, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { testRollout } from '../test/test-rollout.ts'
import { buildStatement } from './provenance-command.ts'

describe('rollout provenance', () => {
  it('shows how a version was built, and fails when that is not what its publisher signed (DEC-189)', async () => {
    const registry = await testRollout()
    await registry.rollout('publish mfe-driver')
    expect(await registry.rollout('provenance driver@1.0.0')).toMatch(/built by .+, node v\d[^]+from pnpm-lock\.yaml sha256:[0-9a-f]{64}[^]+over 2 digests/)
    await behindTheBack(registry.database, `update module_version set statement = jsonb_set(statement, '{payload}', '"e30="')`)
    await expect(registry.rollout('provenance driver@1.0.0')).rejects.toThrow('is not what its publisher signed')
    await registry.close()
  })

  it('attests by CI with the runner\'s key: a report of a conformance run, and a journey (DEC-189)', async () => {
    const registry = await testRollout()
    const key = newKey()
    for (const line of ['publish shell', 'publish mfe-driver', 'set costaverde shell@1.0.0 driver@1.0.0']) await registry.rollout(line)
    const file = join(registry.folder, 'runner.pem')
    await writeFile(file, key)
    const [, change = ''] = /^Change (\d+)/.exec(await registry.rollout(`runner set "pipeline 7" ${file} --for ci@example.com`)) ?? []
    await registry.rollout(`approve ${change}`)
    const line = 'attest rehearsal 1 --journey check-in --tenant costaverde --module driver'
    await expect(registry.rollout(line)).rejects.toThrow('CHECKIN_RUNNER_KEY')
    const settings = registry.settings as { runnerKey: string | undefined }
    settings.runnerKey = key
    expect(await registry.rollout(line)).toBe('pipeline 7 attests that check-in with set 1 passed')
    await registry.close()
  })
})

describe('the statement of a build', () => {
  let registry: TestRegistry
  beforeAll(async () => { registry = await testRegistry() })
  afterAll(() => registry.close())

  const from = { name: 'mfe-driver', version: '1.0.0', commit: `${'a'.repeat(40)}-dirty`, builder: 'pipeline 7', packages: 'b'.repeat(64) }
  const built = aModule('mfe-driver', '1.0.0')
  const keyOf = async (): Promise<string> => {
    await registry.publish(aModule('mfe-driver', '0.9.0'))
    return registry.keys.get('mfe-driver') ?? ''
  }
  const publish = async (statement: Envelope, key: string) => registry.call('POST', '/modules/mfe-driver/versions', { token: 'demo-publisher-mfe-driver', body: { manifest: sign(JSON.stringify(built.manifest), key), files: built.files, statement } })

  it.each<[string, (key: string, right: Envelope) => Envelope, string]>([
    ['other bytes of a file', (key) => buildStatement({ manifest: built.manifest, signed: sign(JSON.stringify(built.manifest), key), files: [{ path: 'main.js', base64: 'AAAA' }], provenance: from }, key), 'WrongProvenance'],
    ['a file more', (key) => buildStatement({ manifest: built.manifest, signed: sign(JSON.stringify(built.manifest), key), files: [...built.files, { path: 'more.js', base64: 'AAAA' }], provenance: from }, key), 'WrongProvenance'],
    ['another version', (key) => buildStatement({ manifest: { ...built.manifest, version: '2.0.0' }, signed: sign(JSON.stringify(built.manifest), key), files: built.files, provenance: from }, key), 'WrongProvenance'],
    ['no predicate', (key) => signStatement(statementOf(predicateTypes.provenance, subjectsOf(sign(JSON.stringify(built.manifest), key), []), {}), key), 'WrongProvenance'],
    ['another key', () => buildStatement({ manifest: built.manifest, signed: sign(JSON.stringify(built.manifest), newKey()), files: built.files, provenance: from }, newKey()), 'WrongKey'],
  ])('is refused with %s (DEC-189)', async (_what, wrong, code) => {
    const key = await keyOf()
    const right = buildStatement({ manifest: built.manifest, signed: sign(JSON.stringify(built.manifest), key), files: built.files, provenance: from }, key)
    expect(((await publish(wrong(key, right), key)).body as { code: string }).code).toBe(code)
  })

  it('is kept as it was signed, and says sources, lock file, builder and Node (DEC-189)', async () => {
    const key = await keyOf()
    const statement = buildStatement({ manifest: built.manifest, signed: sign(JSON.stringify(built.manifest), key), files: built.files, provenance: from }, key)
    expect((await publish(statement, key)).status).toBe(201)
    const kept = await registry.client('demo-viewer').call(getProvenance, { params: { name: 'mfe-driver', version: '1.0.0' } })
    expect(kept).toMatchObject({ statement, publicKey: publicKeyOf(key) })
    const read = openStatement(statement, publicKeyOf(key))
    expect(read && predicateOf(read, predicateTypes.provenance, SlsaProvenance)).toMatchObject({
      buildDefinition: { resolvedDependencies: [{ digest: { gitCommit: 'a'.repeat(40) }, annotations: { changed: true } }, { digest: { sha256: 'b'.repeat(64) } }] },
      runDetails: { builder: { id: 'pipeline 7', version: { node: process.version } } },
    })
  })
})
