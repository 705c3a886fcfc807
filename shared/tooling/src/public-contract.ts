import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contract, type Endpoint } from '@checkin/api'
import { flowContract } from '@checkin/flow'
import { PublicContract, type ContractPart, type ModuleManifest, type SettingSpec, type Shape } from '@checkin/releases'
import type { RemoteManifest } from '@checkin/remote/manifest'
import * as z from 'zod'
import { exportedNames, importedNames } from './exported-names.ts'
import { folderOfPackage, projectRoot } from './ownership.ts'
import { readPackageFile } from './package-file.ts'
import { packageOf, resolvedVersions } from './share-keys.ts'

/** Name of the file of every version that says what others may build on. */
export const contractFile = 'contract.json'

type Members = ContractPart['members']

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

/** The structural part of a JSON Schema. */
function structure({ type, properties, required, items, anyOf, oneOf, enum: values, const: constant }: JsonSchema): Shape {
  const choices = anyOf ?? oneOf
  if (choices) return { anyOf: choices.map(structure) }
  return {
    ...(type !== undefined && { type }),
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, structure(each)])) }),
    ...(required && { required }),
    ...(items && { items: structure(items) }),
    ...(values && { enum: values }),
    ...(constant !== undefined && { enum: [constant] }),
  }
}

/** Without names: every schema is written out where it is used. */
const unnamed = z.registry<{ id?: string }>()

const shapeOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Shape => structure(z.toJSONSchema(schema, { unrepresentable: 'any', io, reused: 'inline', metadata: unnamed }) as JsonSchema)

/** The contract that a share key belongs to; what is not of this project belongs to the shell's. */
function partOf(key: string): 'shell' | 'flow' | 'rest' | 'ui' {
  switch (packageOf(key)) {
    case '@checkin/flow': return 'flow'
    case '@checkin/api': return 'rest'
    case '@checkin/ui': case '@checkin/forms': case '@checkin/i18n': case '@checkin/document-scan': return 'ui'
    default: return 'shell'
  }
}

/** The source of a share key of this project; undefined for a package of others. */
function sourceOf(key: string): string | undefined {
  const folder = folderOfPackage(projectRoot, packageOf(key))
  if (folder === undefined) return undefined
  const root = join(projectRoot, folder)
  const { exports } = readPackageFile(root)
  const path = `.${key.slice(packageOf(key).length)}`
  const found = exports[path] ?? Object.entries(exports).filter(([from]) => from.endsWith('*') && path.startsWith(from.slice(0, -1)))
    .map(([from, to]) => to.replace('*', path.slice(from.length - 1))).find((to) => existsSync(join(root, to)))
  if (found === undefined) throw new Error(`${key} has no source`)
  return join(root, found)
}

/** What modules take from the shell by one share key: of this project every name, of another package its major version. */
function shareMembers(key: string, version: string): Members {
  const source = sourceOf(key)
  if (source === undefined) return { [`package ${key}`]: { use: 'both', shape: { enum: [version.split('.')[0]] } } }
  const { values, interfaces } = exportedNames(source)
  const entries: [string, Members[string]][] = [
    ...values.map((name): [string, Members[string]] => [`${key} ${name}`, { use: 'given' }]),
    ...Object.entries(interfaces).map(([name, shape]): [string, Members[string]] => [`${key} ${name}`, { use: 'taken', shape }]),
  ]
  return Object.fromEntries(entries)
}

const eventMembers = (): Members => Object.fromEntries(flowContract.map(({ owner, name, schema }) => [`event ${owner}/${name}`, { use: 'both' as const, shape: shapeOf(schema, 'output') }]))

const calls: readonly Endpoint[] = Object.values(contract)

/** A call: where it is, what it takes and what it answers. An answer is read, what is sent is written. */
const callMembers = (): Members => Object.fromEntries(calls.flatMap(({ name, method, path, params, query, body, answer }) => [
  [`call ${name}`, { use: 'both' as const, shape: { enum: [`${method} ${path}`] } }],
  ...Object.entries({ params, query, body }).flatMap(([part, schema]) => (schema === undefined ? [] : [[`call ${name} ${part}`, { use: 'taken' as const, shape: shapeOf(schema, 'input') }]])),
  [`call ${name} answer`, { use: 'given' as const, shape: answer === 'pdf' ? { enum: ['pdf'] } : shapeOf(answer, 'output') }],
]) as [string, Members[string]][])

/** What a build of the shell promises to modules, contract by contract. */
export function shellContract(versions: ModuleManifest['contracts']): PublicContract {
  const members: Record<ReturnType<typeof partOf>, Members> = { shell: {}, flow: eventMembers(), rest: callMembers(), ui: {} }
  for (const [key, version] of Object.entries(resolvedVersions())) Object.assign(members[partOf(key)], shareMembers(key, version))
  return PublicContract.parse(Object.fromEntries(Object.entries(members).map(([part, of]) => [part, { version: versions[part as keyof typeof members], members: of }])))
}

/** The form of what operators write. */
function settingShape(spec: SettingSpec): Shape {
  switch (spec.kind) {
    case 'switch': return { type: 'boolean' }
    case 'number': return { type: 'number' }
    case 'choice': return { type: 'string', enum: spec.choices }
    case 'text': return { type: 'string' }
  }
}

export interface RemotePromise {
  readonly version: string
  readonly declared: RemoteManifest
  readonly languages: readonly string[]
  /** Its own source files. */
  readonly sources: readonly string[]
}

/** What a build of a remote promises to the shell and to the tenants that have it: screens, languages, events, settings, and which majors it needs. */
export function remoteContract({ version, declared, languages, sources }: RemotePromise): PublicContract {
  const everybodys = new Set(flowContract.filter(({ owner }) => owner === 'common').map(({ name }) => name))
  const published = sources.flatMap((file) => importedNames(file, /^@checkin\/flow\/publish\//)).filter(({ name }) => !everybodys.has(name))
  const names = [
    ...declared.steps.map((step) => `screen ${step}`), ...languages.map((language) => `language ${language}`),
    ...published.map(({ path, name }) => `tells ${path.slice('@checkin/flow/publish/'.length)}/${name}`),
    // Events of its own, which only its manifest names (DEC-199).
    ...(declared.screens ?? []).flatMap(({ leads }) => Object.keys(leads ?? {})).map((event) => `tells ${event}`),
  ]
  const needs = Object.entries(declared.needs).map(([contract, range]): [string, Members[string]] => [`needs ${contract}`, { use: 'both', shape: { enum: [/\d+/.exec(range)?.[0]] } }])
  const settings = Object.entries(declared.settings ?? {}).map(([name, spec]): [string, Members[string]] => [`setting ${name}`, { use: 'taken', shape: settingShape(spec) }])
  const members: Members = Object.fromEntries([...[...new Set(names)].sort().map((name): [string, Members[string]] => [name, { use: 'given' }]), ...needs, ...settings])
  return PublicContract.parse({ module: { version, members } })
}
