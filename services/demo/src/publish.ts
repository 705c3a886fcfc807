import { readFile, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createClient, HttpError, type Client } from '@checkin/http/client'
import { listChanges, listTenants, resolveSession } from '@checkin/registry'
import { ReleaseSet, type ModuleManifest } from '@checkin/releases'
import { buildIfChanged } from '@checkin/tooling/build-if-changed'
import { runCommand } from './run-command.ts'
import type { Ports } from './ports.ts'

export interface BuiltModule {
  readonly dir: string
  readonly name: string
  readonly version: string
}

/** Folders of what is published, in the order in which renters meet them. */
export const moduleFolders = ['shell', 'mfe-verification', 'mfe-driver', 'mfe-offers', 'mfe-payment', 'mfe-precheckout', 'mfe-ticket'] as const
const rolloutScript = 'services/module-registry/src/cli/main.ts'

/**
 * Builds what changed. A published version never changes, so sources that were edited without raising the version
 * get a version of their own, `1.0.0-dev.<digest>`, and the next start serves them.
 */
export async function builtModules(root: string, folders: readonly string[] = moduleFolders): Promise<readonly BuiltModule[]> {
  const built: BuiltModule[] = []
  for (const folder of folders) {
    const { manifest } = await buildIfChanged(join(root, folder))
    built.push({ dir: folder, name: manifest.name, version: `${manifest.version}+${digestOf(manifest)}` })
  }
  return built
}

/** What a build consists of and says of itself, in eight letters: the same files may speak another version of a contract. */
const digestOf = (manifest: ModuleManifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 8)

interface PublishInput {
  readonly root: string
  readonly ports: Ports
  readonly dataDir: string
  readonly modules: readonly BuiltModule[]
  readonly hosts: readonly string[]
}

/** Which build of the tree was published as which version: `mfe-driver` -> digest and version. */
type Published = Record<string, { readonly digest: string; readonly version: string }>

/**
 * Publishes new builds by the same command that a team uses, gives new tenants a release, and moves a tenant on
 * only where it still runs what an earlier start gave it: an operator's choice stays.
 */
export async function publishAndPoint(input: PublishInput): Promise<void> {
  const file = join(input.dataDir, 'published.json')
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Published
  const now: Published = {}
  for (const module of input.modules) {
    const [version = '', digest = ''] = module.version.split('+')
    const former = before[module.name]
    if (former?.digest === digest) {
      now[module.name] = former
      continue
    }
    const publish = (asVersion: string): Promise<void> => rollout(input, ['publish', module.dir, '--version', asVersion])
    now[module.name] = { digest, version: await publishedAs({ version, digest, former: former?.version }, publish) }
  }
  for (const host of input.hosts) {
    const current = await currentVersions(input.ports, host)
    const moves = Object.entries(now).filter(([name, { version }]) => current === null || (current[name] === before[name]?.version && current[name] !== version))
    // A demo that starts anew shows the sources as they are: nobody else's renters are there to try them first.
    if (moves.length > 0) await point(input, host, moves.map(([name, { version }]) => `${name}@${version}`), current === null ? ['--reason', 'first release'] : ['--emergency', '--reason', 'sources changed'])
  }
  await writeFile(file, JSON.stringify({ ...before, ...now }))
}

export interface Build {
  /** As its package says. */
  readonly version: string
  readonly digest: string
  /** What an earlier start published. */
  readonly former: string | undefined
}

/**
 * Publishes a build under its version, or under a development version where that one is taken: by an earlier start, or by
 * the team itself, which published and then went on editing.
 */
export async function publishedAs({ version, digest, former }: Build, publish: (asVersion: string) => Promise<void>): Promise<string> {
  const ofItsOwn = `${version}-dev.${digest}`
  if (former?.split('-')[0] !== version) {
    try {
      await publish(version)
      return version
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('(VersionExists)'))) throw error
    }
  }
  await publish(ofItsOwn)
  return ofItsOwn
}

/** In the demo one machine is both persons: a change of payment is approved at once. */
async function point(input: PublishInput, host: string, choice: readonly string[], options: readonly string[]): Promise<void> {
  await rollout(input, ['set', host, ...choice, ...options])
  const { changes } = await registry(input.ports).call(listChanges, { query: { state: 'waiting' } })
  for (const { id } of changes.filter((change) => change.reason === options.at(-1) && change.hosts.every((each) => each.host === host))) await rollout(input, ['approve', String(id)])
}

const registry = (ports: Ports): Client => createClient({ baseUrl: `http://127.0.0.1:${ports.registry}`, token: 'demo-viewer' })

const rollout = (input: PublishInput, args: readonly string[]): Promise<void> =>
  runCommand(input.root, [rolloutScript, ...args], { CHECKIN_PORT: String(input.ports.site), CHECKIN_DATA_DIR: input.dataDir })

/** Tenants that have a release. */
export const tenantHosts = async (ports: Ports): Promise<readonly string[]> => (await registry(ports).call(listTenants)).tenants.map(({ host }) => host)

/** Module versions that new sessions of a tenant get; null when it has no release yet. */
async function currentVersions(ports: Ports, host: string): Promise<Readonly<Record<string, string>> | null> {
  const answer = await registry(ports).call(resolveSession, { query: { host } }).catch((error: unknown) => {
    if (error instanceof HttpError && error.status === 404) return null
    throw error
  })
  if (answer === null) return null
  const { shell, modules } = ReleaseSet.parse(answer.set)
  return Object.fromEntries([shell, ...Object.values(modules)].map(({ name, version }) => [name, version]))
}
