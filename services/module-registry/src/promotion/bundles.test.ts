import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bundle, BundleIndex } from '@checkin/registry'
import { publicKeyOf, sign } from '@checkin/releases/signing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKey } from '../test/test-registry.ts'
import { testRollout, type TestRollout } from '../test/test-rollout.ts'

let staging: TestRollout
let production: TestRollout
let file: string
let bundle: Bundle
beforeAll(async () => {
  staging = await testRollout((name) => ({ files: { 'main.js': `/* ${name} */`, 'logo.svg': '<svg/>' } }))
  production = await testRollout()
  for (const line of ['publish shell', 'publish mfe-driver', 'publish mfe-driver --version 1.2.0', 'set costaverde shell@1.0.0 driver@1.2.0']) await staging.rollout(line)
  file = join(staging.folder, 'release.bundle')
  await staging.rollout(`bundle export 1 --out ${file}`)
  bundle = JSON.parse(await readFile(file, 'utf8')) as Bundle
})
afterAll(() => Promise.all([staging.close(), production.close()]))

/** A file with a bundle that somebody changed on the way. */
async function changed(change: (bundle: Bundle) => Bundle): Promise<string> {
  const path = join(production.folder, 'changed.bundle')
  await writeFile(path, JSON.stringify(change(structuredClone(bundle))))
  return path
}

/** The same, sealed again by whoever changed it. */
const resealed = (change: (index: BundleIndex) => BundleIndex): Promise<string> => changed((given) => {
  const key = newKey()
  return { ...given, index: sign(JSON.stringify(change(BundleIndex.parse(JSON.parse(given.index.payload)))), key), sealKey: publicKeyOf(key) }
})

const published = async (): Promise<number> => (await production.database.kysely.selectFrom('module_version').select('name').execute()).length

/** Makes the staging team's key of a module one that production knows, by both persons. */
async function trust(module: string): Promise<void> {
  const [, change = ''] = /Change (\d+)/.exec(await production.rollout(`key set ${module} ${join(staging.settings.keysDir, `${module}.pem`)}`)) ?? []
  await production.rollout(`approve ${change}`)
}

describe('a set on its way from staging to production', () => {
  it('is refused with the name of every publisher whose key production does not know', async () => {
    await trust('shell')
    await expect(production.rollout(`bundle import ${file}`)).rejects.toThrow(/does not know the publisher's key of mfe-driver \(\S+\) \(UnknownPublisher\)/)
    expect(await published()).toBe(0)
    await trust('mfe-driver')
  })

  it.each<[string, (given: Bundle) => Bundle, RegExp]>([
    ['a byte of a file', (given) => ({ ...given, files: given.files.map((each) => (each.module === 'mfe-driver' && each.path === 'logo.svg' ? { ...each, base64: Buffer.from('<svG/>').toString('base64') } : each)) }), /mfe-driver@1\.2\.0 logo\.svg: .* \(TamperedFile\)/],
    ['a character that no file can have', (given) => ({ ...given, files: given.files.map((each) => (each.path === 'logo.svg' ? { ...each, base64: `!${each.base64}` } : each)) }), /logo\.svg of mfe-driver was changed|logo\.svg of shell was changed/],
    ['a missing file', (given) => ({ ...given, files: given.files.filter(({ path }) => path !== 'logo.svg') }), /@1\.\d\.0 logo\.svg: .* \(MissingFile\)/],
    ['a file more', (given) => ({ ...given, files: [...given.files, { module: 'mfe-payment', path: 'main.js', base64: '' }] }), /main\.js of mfe-payment, which it does not list \(UndeclaredFile\)/],
    ['a character of the index', (given) => ({ ...given, index: { ...given.index, payload: given.index.payload.replace('"of":"1"', '"of":"2"') } }), /not what its registry signed \(WrongSeal\)/],
  ])('is refused for %s, and nothing is stored', async (_what, change, refusal) => {
    await expect(production.rollout(`bundle import ${await changed(change)}`)).rejects.toThrow(refusal)
    expect(await published()).toBe(0)
  })

  it('is refused where somebody changed a manifest or a provenance and sealed it again: only the publisher signs them', async () => {
    const withManifest = await resealed((index) => ({ ...index, versions: index.versions.map((each) => ({ ...each, manifest: { ...each.manifest, payload: each.manifest.payload.replace('"steps":[]', '"steps":["a"]') } })) }))
    await expect(production.rollout(`bundle import ${withManifest}`)).rejects.toThrow(/is not what its publisher signed \(WrongKey\)/)
    const withProvenance = await resealed((index) => ({ ...index, versions: index.versions.map((each) => ({ ...each, provenance: each.provenance && { ...each.provenance, payload: each.provenance.payload.replace('a workstation', 'a pipeline') } })) }))
    await expect(production.rollout(`bundle import ${withProvenance}`)).rejects.toThrow('(WrongKey)')
    const withVersion = await resealed((index) => ({ ...index, versions: index.versions.map((each) => ({ ...each, version: '9.0.0' })) }))
    await expect(production.rollout(`bundle import ${withVersion}`)).rejects.toThrow('(InvalidBundle)')
    expect(await published()).toBe(0)
  })

  it('arrives with files, provenance and the publisher\'s signature, and no tenant has it yet', async () => {
    expect(await production.rollout(`bundle import ${file} --reason "passed staging"`)).toBe('Set 1: driver@1.2.0 shell@1.0.0')
    expect(await readFile(join(production.folder, 'assets', 'mfe-driver', '1.2.0', 'logo.svg'), 'utf8')).toBe('<svg/>')
    const there = await staging.database.kysely.selectFrom('module_version').select(['manifest', 'signature', 'provenance', 'signed_provenance']).where('version', '=', '1.2.0').executeTakeFirstOrThrow()
    expect(there.signed_provenance).not.toBeNull()
    expect(await production.database.kysely.selectFrom('module_version').select(['manifest', 'signature', 'provenance', 'signed_provenance']).where('version', '=', '1.2.0').executeTakeFirst()).toEqual(there)
    expect(await production.rollout('status')).not.toContain('localhost')
    expect(await production.rollout('audit')).toMatch(/demo-operator +import +set 1 .*passed staging/)
  })

  it('imported a second time is the same as once', async () => {
    const before = await production.rollout('audit')
    expect(await production.rollout(`bundle import ${file}`)).toBe('Set 1: driver@1.2.0 shell@1.0.0; all versions were here already')
    expect(await production.rollout('audit')).toBe(before)
  })

  it('goes to a tenant by the rules of set, once', async () => {
    expect(await production.rollout(`bundle import ${file} --tenant costaverde`)).toContain('costaverde.localhost is at revision 1, set 1')
    expect(await production.rollout(`bundle import ${file} --tenant costaverde`)).toContain('costaverde.localhost has set 1 already')
    await production.rollout('set islandcars shell@1.0.0')
    await production.rollout('tenant islandcars --protect yes')
    const [, change = ''] = /Change (\d+) waits for a second person, because the tenant is protected/.exec(await production.rollout(`bundle import ${file} --tenant islandcars --emergency --reason "a test"`)) ?? []
    expect(await production.rollout(`bundle import ${file} --tenant islandcars --emergency --reason "a test"`)).toContain(`Change ${change} waits`)
  })

  it('goes on from there: what came in a bundle leaves in one', async () => {
    const next = join(production.folder, 'next.bundle')
    await production.rollout('label shell@1.0.0 live')
    await production.rollout('label driver@1.2.0 live')
    await production.rollout(`bundle export live --out ${next}`)
    expect(await staging.rollout(`bundle import ${next}`)).toContain('all versions were here already')
  })

  it('is not made of what does not exist, does not fit or was killed', async () => {
    await expect(staging.rollout(`bundle export 99 --out ${file}.none`)).rejects.toThrow('(UnknownSet)')
    await expect(staging.rollout(`bundle export nobody --out ${file}.none`)).rejects.toThrow('(UnknownLabel)')
    await staging.rollout('label driver@1.0.0 alone')
    await expect(staging.rollout(`bundle export alone --out ${file}.none`)).rejects.toThrow('(ShellMissing)')
    await staging.rollout('kill driver@1.2.0')
    await expect(staging.rollout(`bundle export 1 --out ${file}.none`)).rejects.toThrow('mfe-driver@1.2.0 is not published (UnknownVersion)')
  })

  it('is refused where one of its versions was killed, or its publisher\'s key was revoked', async () => {
    await production.rollout('kill driver@1.2.0')
    await expect(production.rollout(`bundle import ${file}`)).rejects.toThrow('mfe-driver@1.2.0 was withdrawn here for ever (Withdrawn)')
    const { keyId } = BundleIndex.parse(JSON.parse(bundle.index.payload)).versions.find(({ name }) => name === 'shell')?.manifest ?? { keyId: '' }
    await production.rollout(`key revoke shell ${keyId}`)
    await expect(production.rollout(`bundle import ${file}`)).rejects.toThrow(/publisher's key of shell/)
  })
})

it('a registry that names its sources takes over bundles of these only', async () => {
  const strict = await testRollout(undefined, { bundleSources: ['another-registry'] })
  try {
    await expect(strict.rollout(`bundle import ${file}`)).rejects.toThrow(`Bundles of the registry ${bundle.index.keyId} are not taken over here (UnknownSource)`)
  } finally {
    await strict.close()
  }
})
