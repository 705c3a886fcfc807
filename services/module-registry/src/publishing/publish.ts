import type { Data, Request } from '@checkin/http'
import type { Provenance, publishModule } from '@checkin/registry'
import type { Envelope, ModuleManifest, PublicContract, Signed } from '@checkin/releases'
import { digestOf, openStatement } from '@checkin/releases/attestation'
import { bundledCopies } from '@checkin/releases/bundled-copies'
import { outsideStyles } from '@checkin/releases/outside-styles'
import { verify } from '@checkin/releases/signing'
import { type Database, ServiceError } from '@checkin/server'
import type { Actor } from '../access/actor.ts'
import type { Registry } from '../registry.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { type StoredFile, withCompressedForms } from './assets.ts'
import { isValidAt } from './publisher-keys.ts'
import { newestFirst, readPublicContract, requireSemver } from './semver-check.ts'
import { keepSourceMaps, readSourceMaps } from './source-maps.ts'
import { requireStatement } from './statements.ts'
import { type CheckedFile, checkFiles, readManifest, readProvenance } from './upload.ts'
import { ownBytesOf, tooHeavy, weightLimit } from './weight.ts'

type Upload = Request<typeof publishModule>['body'] & { readonly name: string }

export interface PublishPlace extends Pick<Registry, 'assets' | 'changeOf' | 'database'> {
  /** The instant at which the key has to be valid. */
  readonly at: Date
}

/** Accepts a module version: signed by the module's key, every file as its manifest says, not too heavy, never changed again. */
export async function publish({ database, assets, changeOf, at }: PublishPlace, upload: Upload, actor: Actor): Promise<Data<typeof publishModule>> {
  await checkKey(database, upload, at)
  const examined = await examine({ database, assets }, upload)
  const { name } = upload
  const maps = await readSourceMaps(readManifest(upload.manifest, name), upload.maps ?? [])
  if (examined.kind === 'there') {
    // The same version was published before anybody sent its maps.
    await database.withTx((tx) => keepSourceMaps(tx, { name, version: examined.version }, maps))
    return { name, version: examined.version, repeated: true, ownBytes: examined.ownBytes, warnings: [] }
  }
  const { version, ownBytes, warnings } = examined
  const repeated = await changeOf(`module ${name}`, async (change) => {
    const isThere = await addVersion(change, examined, { actor, reason: '' })
    await keepSourceMaps(change.tx, { name, version }, maps)
    return isThere
  })
  // The row decides who came first; files follow, and sets refuse a version whose files are not there yet.
  // Files without a row come from another database and must not be mistaken for these.
  await assets.put(name, version, examined.files, { replace: !repeated })
  return { name, version, repeated, ownBytes, warnings }
}

/** A version that is here already with the same content and its files. */
interface VersionThere {
  readonly kind: 'there'
  readonly version: string
  readonly ownBytes: number
}

/** A version that may be added: everything about it but its signatures was checked. */
export interface NewVersion {
  readonly kind: 'new'
  readonly version: string
  readonly signed: Signed
  readonly signedProvenance: Signed | null
  readonly manifest: ModuleManifest
  readonly files: readonly StoredFile[]
  readonly contract: PublicContract | null
  readonly ownBytes: number
  readonly provenance: Provenance | null
  readonly statement: Envelope | null
  readonly warnings: string[]
}

/** Checks an upload whose signatures were checked: its files, its number, its weight. Throws what `publishModule` declares, and changes nothing. */
export async function examine({ database, assets }: Pick<PublishPlace, 'database' | 'assets'>, upload: Upload): Promise<VersionThere | NewVersion> {
  const manifest = readManifest(upload.manifest, upload.name)
  const files = checkFiles(manifest, upload.files)
  const provenance = upload.provenance ? readProvenance(upload.provenance, manifest) : null
  if (upload.statement) requireStatement(upload.statement, upload.manifest, manifest, files)
  const { version } = manifest
  const existing = await findVersion(database, upload.name, version)
  if (existing && existing.manifest !== upload.manifest.payload) throw versionExists(upload.name, version)
  if (existing && await assets.has(upload.name, version)) return { kind: 'there', version, ownBytes: existing.own_bytes }

  requireNoCopies(manifest, files)
  requireOwnStyles(manifest, files)
  const contract = readPublicContract(manifest, files)
  requireOwnEvents(manifest, contract)
  await requireSemver(database, manifest, contract)
  const stored = await Promise.all(files.map(withCompressedForms))
  const ownBytes = ownBytesOf(manifest, stored)
  const warnings = [...await weightWarnings(database, manifest, ownBytes), ...await orderWarnings(database, manifest)]
  return { kind: 'new', version, signed: upload.manifest, signedProvenance: upload.provenance ?? null, manifest, files: stored, contract, ownBytes, provenance, statement: upload.statement ?? null, warnings }
}

const versionExists = (name: string, version: string) =>
  new ServiceError(409, 'VersionExists', `${name}@${version} is published with other content; a version never changes`)

/** A module that holds a copy of what the shell shares breaks when it runs, and only then: it is refused by what its scripts contain (ROL-11). */
function requireNoCopies({ name, version }: ModuleManifest, files: readonly CheckedFile[]): void {
  if (name === 'shell') return
  const copies = [...new Set(files.filter(({ path }) => path.endsWith('.js')).flatMap(({ bytes }) => bundledCopies(bytes.toString())))]
  if (copies.length > 0) throw new ServiceError(422, 'SecondCopy', `${name}@${version} bundles what the shell provides: ${copies.join(', ')}`, { data: { packages: copies } })
}

/** A module that would change how the rest of the page looks is refused by what its stylesheets say, whoever built it (DEC-241). */
function requireOwnStyles({ name, version }: ModuleManifest, files: readonly CheckedFile[]): void {
  if (name === 'shell') return
  const outside = files.filter(({ path }) => path.endsWith('.css')).flatMap(({ bytes }) => outsideStyles(bytes.toString(), name, version))
  if (outside.length > 0) throw new ServiceError(422, 'StylesReachOutside', `${name}@${version} styles what is not its own: ${outside.slice(0, 5).join(', ')}`, { data: { selectors: outside.slice(0, 20) } })
}

/** A module that would speak in another's name is refused under any number, whoever built it (DEC-296, ROL-7). */
function requireOwnEvents({ name, version }: ModuleManifest, contract: PublicContract | null): void {
  const own = `tells ${name.replace(/^mfe-/, '')}/`
  const borrowed = Object.keys(contract?.['module']?.members ?? {}).filter((member) => member.startsWith('tells ') && !member.startsWith(own)).map((member) => member.slice('tells '.length))
  if (borrowed.length > 0) throw new ServiceError(422, 'ForeignEvents', `${name}@${version} tells events of other modules: ${borrowed.join(', ')}`, { data: { events: borrowed } })
}

const findVersion = (database: Database<Tables>, name: string, version: string) =>
  database.kysely.selectFrom('module_version').select(['manifest', 'own_bytes']).where('name', '=', name).where('version', '=', version).executeTakeFirst()

async function checkKey(database: Database<Tables>, { name, manifest, provenance, statement }: Upload, at: Date): Promise<void> {
  const key = await database.kysely.selectFrom('publisher_key').select('public_key')
    .where('module', '=', name).where('key_id', '=', manifest.keyId).where(isValidAt(at)).executeTakeFirst()
  if (!key || !verify(manifest, key.public_key) || (provenance && !verify(provenance, key.public_key)) || (statement && !openStatement(statement, key.public_key))) throw new ServiceError(403, 'WrongKey', `The manifest is not signed by the key of ${name}`)
}

async function weightWarnings(database: Database<Tables>, manifest: ModuleManifest, ownBytes: number): Promise<string[]> {
  if (manifest.name === 'shell') return []
  const limit = await weightLimit(database.kysely, manifest.name)
  if (ownBytes > limit) throw tooHeavy(manifest.name, ownBytes, limit)
  return ownBytes > limit * 0.9 ? [`${ownBytes} of ${limit} bytes are used`] : []
}

/** An older release beside a newer one is a fix for who stays on it, or a slip of the number; it moves no label and no range (DEC-338). */
async function orderWarnings(database: Database<Tables>, { name, version }: ModuleManifest): Promise<string[]> {
  if (version.includes('-')) return []
  const rows = await database.kysely.selectFrom('module_version').select('version').where('name', '=', name).where('withdrawn_at', 'is', null).execute()
  const [newest] = rows.map((row) => row.version).filter((each) => !each.includes('-')).sort(newestFirst)
  return newest !== undefined && newestFirst(newest, version) < 0 ? [`${version} is older than ${newest}, which is published: it moves no label, and who follows a range that has ${newest} keeps that`] : []
}

/** Adds the row of a version. True when the same version with the same content was added before. */
export async function addVersion({ tx, at, record }: Change, added: NewVersion, by: { readonly actor: Pick<Actor, 'label' | 'identity'>; readonly reason: string }): Promise<boolean> {
  const { manifest: { name, version }, signed: { payload, signature, keyId }, signedProvenance, contract, ownBytes, provenance, statement } = added
  const row = await tx.selectFrom('module_version').select('manifest').where('name', '=', name).where('version', '=', version).executeTakeFirst()
  if (row) {
    if (row.manifest !== payload) throw versionExists(name, version)
    return true
  }
  await tx.insertInto('module_version')
    .values({
      name, version, manifest: payload, signature, key_id: keyId, own_bytes: ownBytes, provenance: provenance && JSON.stringify(provenance),
      signed_provenance: signedProvenance && JSON.stringify(signedProvenance), public_contract: contract && JSON.stringify(contract), published_by: by.actor.label, published_at: at,
      published_by_identity: JSON.stringify(by.actor.identity), statement: statement && JSON.stringify(statement),
    }).execute()
  await record({ actor: by.actor.label, reason: by.reason, action: 'publish', subject: `${name}@${version}`, before: null, after: { keyId, sha256: digestOf(payload), ownBytes, ...(provenance && { commit: provenance.commit, builder: provenance.builder }), ...(statement && { statement: digestOf(Buffer.from(statement.payload, 'base64')) }) } })
  return false
}
