import { type Data, parseJson } from '@checkin/http'
import { type Bundle, BundleIndex, type Choice, type importBundle as call } from '@checkin/registry'
import { checkSet, type ModuleManifest } from '@checkin/releases'
import { openStatement } from '@checkin/releases/attestation'
import { keyIdOf, verify } from '@checkin/releases/signing'
import { ServiceError } from '@checkin/server'
import type { Actor } from '../access/actor.ts'
import { addVersion, examine, type NewVersion } from '../publishing/publish.ts'
import { readManifest } from '../publishing/upload.ts'
import type { Registry } from '../registry.ts'
import { combinationText } from '../releases/next-release.ts'
import { describeProblem, makeSet } from '../releases/sets.ts'

type Version = BundleIndex['versions'][number]

/**
 * Takes over the versions of another registry's bundle and makes their set. Everything is checked before anything is stored; what is here
 * already stays as it is, so that a second import, or one after a crash, ends as the first. Throws what `importBundle` declares.
 */
export async function importBundle(registry: Registry, bundle: Bundle, { actor, reason }: { readonly actor: Actor; readonly reason: string }): Promise<Data<typeof call> & { readonly isNew: boolean }> {
  const index = openSeal(bundle, registry.bundleSources)
  await requirePublishers(registry, index.versions)
  await refuseKilled(registry, index.versions)
  const manifests = Object.fromEntries(index.versions.map((each) => [each.name, manifestOf(each)]))
  const stray = bundle.files.find(({ module }) => !(module in manifests))
  if (stray) throw new ServiceError(422, 'UndeclaredFile', `The bundle has ${stray.path} of ${stray.module}, which it does not list`, { data: { path: stray.path } })
  requireSet(manifests, index)
  const examined = []
  for (const each of index.versions) examined.push(await examineOne(registry, bundle, each))
  const added = examined.filter((each) => each.kind === 'new')
  const sealedBy = bundle.index.keyId
  const rows = await registry.change(async (change) => {
    const made: { readonly of: NewVersion; readonly repeated: boolean }[] = []
    for (const version of added) made.push({ of: version, repeated: await addVersion(change, version, { actor, reason: `bundle of ${sealedBy}` }) })
    return made
  })
  // As with publishing: the rows decide who came first, and no set takes a version whose files are not there.
  for (const { of: { manifest: { name, version }, files }, repeated } of rows) await registry.assets.put(name, version, files, { replace: !repeated })
  const choice: Choice = Object.fromEntries(index.versions.map(({ name, version }) => [name, version]))
  const { setId, isNew } = await registry.change(async (change) => {
    const before = await change.tx.selectFrom('release_set').select('id').where('choice', '=', combinationText({ choice, settings: index.settings })).executeTakeFirst()
    const id = await makeSet(change, registry, { choice, settings: index.settings }, actor.label)
    const isOther = added.length > 0 || before === undefined
    if (isOther) await change.record({ actor: actor.label, action: 'import', subject: `set ${id}`, before: null, after: { ...choice, sealedBy, of: index.of }, reason })
    return { setId: id, isNew: isOther }
  })
  const versions = index.versions.map(({ name, version }) => ({ name, version, repeated: !added.some(({ manifest }) => manifest.name === name) }))
  return { setId, settings: index.settings, versions, sealedBy, isNew }
}

/** The index, if it is byte for byte what the registry that sealed it wrote. */
function openSeal({ index, sealKey }: Bundle, sources: readonly string[] | null): BundleIndex {
  if (!verify(index, sealKey) || keyIdOf(sealKey) !== index.keyId) throw new ServiceError(422, 'WrongSeal', 'The index of the bundle is not what its registry signed')
  if (sources !== null && !sources.includes(index.keyId)) throw new ServiceError(403, 'UnknownSource', `Bundles of the registry ${index.keyId} are not taken over here`, { data: { keyId: index.keyId } })
  const read = BundleIndex.safeParse(parseJson(index.payload))
  if (!read.success) throw new ServiceError(422, 'InvalidBundle', 'The index does not have the form of one')
  if (new Set(read.data.versions.map(({ name }) => name)).size !== read.data.versions.length) throw new ServiceError(422, 'InvalidBundle', 'The bundle has two versions of one module')
  return read.data
}

/** Adds which version it is to a refusal, and the file where it is about one. */
function named<Result>({ name, version }: Version, work: () => Result): Result {
  const say = (error: unknown): never => {
    if (!(error instanceof ServiceError) || error.message.includes(`${name}@${version}`)) throw error
    const path = typeof error.data === 'object' && error.data !== null && 'path' in error.data ? ` ${String(error.data.path)}` : ''
    throw new ServiceError(error.status, error.code, `${name}@${version}${path}: ${error.message}`, { data: error.data })
  }
  try {
    const result = work()
    return result instanceof Promise ? result.catch(say) as Result : result
  } catch (error) {
    return say(error)
  }
}

function manifestOf(each: Version): ModuleManifest {
  const manifest = named(each, () => readManifest(each.manifest, each.name))
  if (manifest.version !== each.version) throw new ServiceError(422, 'InvalidBundle', `The manifest of ${each.name}@${each.version} is that of version ${manifest.version}`)
  return manifest
}

/**
 * Every signature must be of a key that this registry knows for that module. One that was replaced counts, as its versions went on where they
 * were published; one that was revoked does not. Throws UnknownPublisher with every key that is missing, or WrongKey.
 */
async function requirePublishers({ database }: Registry, versions: readonly Version[]): Promise<void> {
  const known = await database.kysely.selectFrom('publisher_key').select(['module', 'key_id', 'public_key']).where('revoked_at', 'is', null).execute()
  const keyOf = ({ name, manifest }: Version) => known.find((key) => key.module === name && key.key_id === manifest.keyId)
  const missing = versions.filter((each) => keyOf(each) === undefined).map(({ name, manifest: { keyId } }) => ({ module: name, keyId }))
  if (missing.length > 0) {
    const text = missing.map(({ module, keyId }) => `${module} (${keyId})`).join(', ')
    throw new ServiceError(403, 'UnknownPublisher', `This registry does not know the publisher's key of ${text}`, { data: { missing } })
  }
  for (const each of versions) {
    const publicKey = keyOf(each)?.public_key ?? ''
    if (verify(each.manifest, publicKey) && (each.provenance === null || verify(each.provenance, publicKey)) && (each.statement === undefined || openStatement(each.statement, publicKey))) continue
    throw new ServiceError(403, 'WrongKey', `${each.name}@${each.version} is not what its publisher signed`)
  }
}

async function refuseKilled({ database }: Registry, versions: readonly Version[]): Promise<void> {
  const killed = await database.kysely.selectFrom('module_version').select(['name', 'version']).where('withdrawn_at', 'is not', null).execute()
  const found = versions.find((each) => killed.some(({ name, version }) => name === each.name && version === each.version))
  if (found) throw new ServiceError(409, 'Withdrawn', `${found.name}@${found.version} was withdrawn here for ever`, { data: { name: found.name, version: found.version } })
}

/** Refuses versions that can be no set, before any of them is stored. */
function requireSet({ shell, ...modules }: Readonly<Record<string, ModuleManifest>>, { settings }: BundleIndex): void {
  if (!shell) throw new ServiceError(422, 'ShellMissing', 'A set needs a version of the shell')
  const problems = checkSet(shell, modules, settings)
  if (problems.length > 0) throw new ServiceError(422, 'ImpossibleSet', problems.map(describeProblem).join('; '), { data: { problems } })
}

const examineOne = (registry: Registry, { files }: Bundle, each: Version) => named(each, () => {
  const own = files.filter(({ module }) => module === each.name).map(({ path, base64 }) => ({ path, base64 }))
  return examine(registry, { name: each.name, manifest: each.manifest, files: own, ...(each.provenance && { provenance: each.provenance }), ...(each.statement && { statement: each.statement }) })
})
