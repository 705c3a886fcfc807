import { parseJson } from '@checkin/http'
import { Provenance } from '@checkin/registry'
import { ModuleManifest, type Signed } from '@checkin/releases'
import { integrityOf } from '@checkin/releases/signing'
import { ServiceError } from '@checkin/server'

/** An uploaded file whose bytes match the manifest. */
export interface CheckedFile {
  readonly path: string
  readonly bytes: Buffer
}

const refused = (code: string, title: string, path?: string) => new ServiceError(422, code, title, { data: path === undefined ? null : { path } })

/** Reads the manifest that was signed. Throws InvalidManifest when it is none, is another module's, or names files that it does not list. */
export function readManifest(signed: Signed, name: string): ModuleManifest {
  const parsed = ModuleManifest.safeParse(parseJson(signed.payload))
  if (!parsed.success) throw refused('InvalidManifest', 'The manifest does not have the form of one')
  const manifest = parsed.data
  if (manifest.name !== name) throw refused('InvalidManifest', `The manifest is that of ${manifest.name}`)
  const listed = new Set(manifest.files.map(({ path }) => path))
  if (listed.size !== manifest.files.length) throw refused('InvalidManifest', 'The manifest lists a file twice')
  const compressed = manifest.files.find(({ path }) => /\.(br|gz)$/.test(path))
  if (compressed) throw refused('InvalidManifest', 'Compressed files are made by the registry', compressed.path)
  const named = [manifest.entry, ...manifest.initial, ...manifest.styles, ...Object.values(manifest.words).flat(), ...Object.values(manifest.provides).flat(), ...firstScreenFiles(manifest), ...(manifest.publicContract === undefined ? [] : [manifest.publicContract])]
  const unlisted = named.find((path) => !listed.has(path))
  if (unlisted !== undefined) throw refused('InvalidManifest', 'The manifest names a file that it does not list', unlisted)
  return manifest
}

const firstScreenFiles = ({ firstScreens }: ModuleManifest): readonly string[] =>
  firstScreens ? [...Object.values(firstScreens.screens).flatMap((files) => Object.values(files)), ...[firstScreens.rules, firstScreens.hold].filter((path) => path !== undefined)] : []

/** Compares the uploaded files with the manifest: exactly these, each with exactly its hash. */
export function checkFiles(manifest: ModuleManifest, files: readonly { readonly path: string; readonly base64: string }[]): readonly CheckedFile[] {
  const uploaded = new Map(files.map(({ path, base64 }) => [path, Buffer.from(base64, 'base64')]))
  const listed = new Set(manifest.files.map(({ path }) => path))
  const undeclared = files.find(({ path }) => !listed.has(path))
  if (undeclared) throw refused('UndeclaredFile', 'A file is not in the manifest', undeclared.path)
  return manifest.files.map(({ path, integrity, bytes: size }) => {
    const bytes = uploaded.get(path)
    if (!bytes) throw refused('MissingFile', 'A file of the manifest is missing', path)
    if (bytes.length !== size || integrityOf(bytes) !== integrity) throw refused('TamperedFile', 'A file is not the one of the manifest', path)
    return { path, bytes }
  })
}

/** Reads a provenance whose signature was checked. Throws WrongProvenance when it is another version's. */
export function readProvenance({ payload }: Signed, manifest: { readonly name: string; readonly version: string }): Provenance {
  const read = Provenance.safeParse(parseJson(payload))
  if (read.success && read.data.name === manifest.name && read.data.version === manifest.version) return read.data
  throw new ServiceError(422, 'WrongProvenance', `The provenance is not that of ${manifest.name}@${manifest.version}`)
}
