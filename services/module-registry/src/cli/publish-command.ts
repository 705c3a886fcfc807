import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { approveChange, type Provenance, publishModule, setPublisherKey } from '@checkin/registry'
import { publicKeyOf, sign } from '@checkin/releases/signing'
import { keyFileOf, readKeyFile } from '../publishing/key-files.ts'
import { RefusedError, type RegistryClient } from './client.ts'
import { command } from './declare.ts'
import { CommandError, statusPage } from './output.ts'
import { buildStatement } from './provenance-command.ts'
import type { CliSettings } from './settings.ts'

export const publishCommand = command({
  name: 'publish', says: 'Builds, checks, signs and uploads one module; a version never changes afterwards', args: { dir: { takes: 'one', named: 'module dir', says: 'Its folder', offers: 'folder' } },
  options: { version: { takes: 'text', value: 'version', says: 'In place of the one in package.json' } },
  examples: ['publish mfe-payment', 'publish mfe-payment --version 1.2.0'], json: [publishModule],
  run: async ({ client, settings, build }, { args: { dir }, options: { version } }) => {
    const { manifest, outDir } = await build(resolve(dir), version === undefined ? {} : { version })
    const key = await moduleKey(settings, manifest.name)
    const files = await Promise.all(manifest.files.map(async ({ path }) => ({ path, base64: (await readFile(join(outDir, path))).toString('base64') })))
    const maps = await sourceMapsOf(outDir)
    const signed = sign(JSON.stringify(manifest), key)
    const from = await provenanceOf(resolve(dir), manifest)
    const upload = () => client(`publisher-${manifest.name}`).call(publishModule, {
      params: { name: manifest.name }, body: { manifest: signed, provenance: sign(JSON.stringify(from), key), statement: buildStatement({ manifest, signed, files, provenance: from }, key), files, maps },
    })
    const data = await upload().catch(async (error: unknown) => {
      // The demo's registry does not know a key that was just made; elsewhere an operator has to say so.
      if (!(error instanceof RefusedError && error.code === 'WrongKey' && settings.demo)) throw error
      await registerKey(client, manifest.name, key)
      return upload()
    })
    const done = data.repeated ? 'was published already' : 'is published'
    return { data, text: [`${data.name}@${data.version} ${done}: ${files.length} files, ${data.ownBytes} bytes of its own compressed`, ...data.warnings, `Its state, for everybody: ${statusPage(settings, data.name)}`].join('\n') }
  },
})

/** The source maps of a build's scripts, which lie beside its files; none where the build made none. */
async function sourceMapsOf(outDir: string): Promise<{ readonly file: string; readonly base64: string }[]> {
  const folder = `${outDir}.maps`
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.filter((name) => name.endsWith('.js.map')).sort().map(async (name) => ({ file: name.slice(0, -'.map'.length), base64: (await readFile(join(folder, name))).toString('base64') })))
}

/** The private key that signs a module, PEM. In the demo one is made on first use; elsewhere a team brings its own. */
export async function moduleKey(settings: CliSettings, module: string): Promise<string> {
  if (settings.publisherKey !== undefined) return settings.publisherKey
  if (settings.demo) return keyFileOf(settings.keysDir, module)
  const existing = await readKeyFile(settings.keysDir, module)
  if (existing === null) throw new CommandError(`Set CHECKIN_PUBLISHER_KEY to the private key of ${module}`)
  return existing
}

/** Tells the demo's registry which key signs a module that is new to it; whoever sits at the demo is both of its persons. */
export async function registerKey(client: RegistryClient, module: string, privateKey: string): Promise<void> {
  const answer = await client('operator').call(setPublisherKey, { params: { module }, body: { publicKey: publicKeyOf(privateKey), reason: 'a new module' } })
  if ('change' in answer) await client('approver').call(approveChange, { params: { id: String(answer.change.id) }, body: {} })
}

const run = promisify(execFile)

const git = async (dir: string, ...args: string[]): Promise<string | null> => run('git', ['-C', dir, ...args]).then(({ stdout }) => stdout.trim(), () => null)

async function commitOf(dir: string): Promise<string> {
  const commit = await git(dir, 'rev-parse', 'HEAD')
  if (commit === null || !/^[0-9a-f]{40}$/.test(commit)) return 'unknown'
  const changed = await git(dir, 'status', '--porcelain')
  return changed === '' ? commit : `${commit}-dirty`
}

/** What package managers lock versions in. */
const lockFiles = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock']

/** The nearest lock file above a folder. */
async function lockFile(dir: string): Promise<string> {
  for (const name of lockFiles) {
    const text = await readFile(join(dir, name), 'utf8').catch(() => null)
    if (text !== null) return text
  }
  const above = dirname(dir)
  return above === dir ? '' : lockFile(above)
}

/** Where a module's build comes from: the commit of its folder, who builds, and the packages it was built with. */
export async function provenanceOf(dir: string, { name, version }: { readonly name: string; readonly version: string }): Promise<Provenance> {
  const builder = process.env['CHECKIN_BUILDER'] ?? 'a workstation'
  return { name, version, commit: await commitOf(dir), builder, packages: createHash('sha256').update(await lockFile(dir)).digest('hex') }
}
