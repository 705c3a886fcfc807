import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { givenContracts } from '@checkin/tooling/module-contracts'
import { readPackageFile } from '@checkin/tooling/package-file'
import { sharedPackages } from '@checkin/tooling/share-keys'
import { parse } from 'yaml'
import * as z from 'zod'

/** The contracts by which packages for other repositories are numbered (`version.ts` of each). */
export type Contract = 'shell' | 'flow' | 'rest' | 'ui'

/** A package for repositories of modules. */
export interface Library {
  readonly name: string
  /** Where its sources are. */
  readonly folder: string
  /** The contract that it is part of: its number is that contract's. */
  readonly contract: Contract
  /** What it is for, in the table of docs/packages.md. */
  readonly says: string
}

/** Everything that a module's repository installs, contracts first. */
export const libraries: readonly Library[] = [
  { name: '@checkin/http', folder: 'shared/contracts/http', contract: 'rest', says: 'declarations of calls' },
  { name: '@checkin/api', folder: 'shared/contracts/renter', contract: 'rest', says: 'calls of the renter API, their client, doubles for tests' },
  { name: '@checkin/routes', folder: 'shared/contracts/routes', contract: 'shell', says: 'rows of screens' },
  { name: '@checkin/releases', folder: 'shared/releases', contract: 'shell', says: 'manifests and release sets' },
  { name: '@checkin/remote', folder: 'shared/contracts/remote', contract: 'shell', says: 'what a module is' },
  { name: '@checkin/flow', folder: 'shared/contracts/flow', contract: 'flow', says: 'events and the state that modules read' },
  { name: '@checkin/i18n', folder: 'shared/i18n', contract: 'ui', says: 'messages, money and dates' },
  { name: '@checkin/ui', folder: 'shared/ui', contract: 'ui', says: 'controls and styles' },
  { name: '@checkin/forms', folder: 'shared/forms', contract: 'ui', says: 'forms' },
  { name: '@checkin/async', folder: 'shared/async', contract: 'ui', says: 'failed calls, timers, polling' },
  { name: '@checkin/terms', folder: 'shared/terms', contract: 'ui', says: 'the company\'s terms' },
  { name: '@checkin/rental-summary', folder: 'shared/rental-summary', contract: 'ui', says: 'the rental\'s account and its end' },
  { name: '@checkin/card-payment', folder: 'shared/card-payment', contract: 'ui', says: 'payment by card' },
  { name: '@checkin/document-scan', folder: 'shared/document-scan', contract: 'ui', says: 'reading documents on the device' },
  { name: '@checkin/driver-rules', folder: 'shared/driver-rules', contract: 'ui', says: 'rules of driver data' },
  { name: '@checkin/tooling', folder: 'shared/tooling', contract: 'shell', says: 'build, checks, development server: `checkin-module`' },
]

/** Packages that are one program each. */
export const programs = ['@checkin/rollout', 'create-checkin-module'] as const

const Versions = z.object({ shell: z.string(), flow: z.string(), rest: z.string(), ui: z.string() })

/** Contract to its version in this tree. */
export const contractVersions = async (root: string): Promise<Readonly<Record<Contract, string>>> => Versions.parse(await givenContracts(join(root, 'shell')))

const Catalog = z.object({ catalog: z.record(z.string(), z.string()) })

/** Package of others to the version that this tree has. */
export const catalogOf = (root: string): Readonly<Record<string, string>> => Catalog.parse(parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'))).catalog

/** Of a package of this tree and not part of what modules are made with: its rules for this tree's own sources, and a server. */
const leftOut: readonly string[] = ['eslint', 'eslint-plugin-effector', 'typescript-eslint']
const optional: readonly string[] = ['fastify']

/** The dependencies of a library as others install them: ours by contract, shared ones as peers, so that there is one React, the rest as here. */
export function publishedDependencies({ folder }: Library, root: string, versions: Readonly<Record<Contract, string>>) {
  const { dependencies } = readPackageFile(join(root, folder))
  const catalog = catalogOf(root)
  const names = Object.keys(dependencies).filter((name) => !leftOut.includes(name))
  const isShared = (name: string): boolean => (sharedPackages.includes(name) && !name.startsWith('@checkin/')) || optional.includes(name)
  const versionOf = (name: string): string => {
    const own = libraries.find((library) => library.name === name)
    const found = own ? versions[own.contract] : catalog[name]
    if (found === undefined) throw new Error(`${folder} needs ${name}, which no repository could install`)
    return own || isShared(name) ? `^${found}` : found
  }
  const rangesOf = (chosen: readonly string[]): Record<string, string> => Object.fromEntries(chosen.map((name) => [name, versionOf(name)]))
  return {
    dependencies: rangesOf(names.filter((name) => !isShared(name))),
    peerDependencies: rangesOf(names.filter(isShared)),
    peerDependenciesMeta: Object.fromEntries(names.filter((name) => optional.includes(name)).map((name) => [name, { optional: true }])),
  }
}
