import { readFile, writeFile } from 'node:fs/promises'
import { parseJson } from '@checkin/http'
import { Bundle, BundleIndex, type Choice, exportBundle, getTenant, importBundle, listChanges, setPointer } from '@checkin/registry'
import { tenantHost } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import type { RegistryClient } from './client.ts'
import { command, emergencyOption, reasonOption } from './declare.ts'
import { CommandError, versionsText } from './output.ts'
import { now, revisionOf } from './release-commands.ts'

const modulesOf = (versions: readonly { readonly name: string; readonly version: string }[]): Choice => Object.fromEntries(versions.map(({ name, version }) => [name, version]))

export const bundleExportCommand = command({
  name: 'bundle export', says: 'Writes the versions of a set, or those of a label, into a signed file for another installation',
  args: { release: { takes: 'one', says: 'The number of a set (rollout status shows it), or a label' } },
  options: { out: { takes: 'text', value: 'file', says: 'Where to write it', needed: true, offers: 'file' } },
  examples: ['bundle export 12 --out release.bundle', 'bundle export stable --out release.bundle'], json: [], jsonMore: 'the file, how many files it holds, and the index of the bundle',
  run: async ({ client }, { args: { release }, options: { out } }) => {
    const bundle = await client('operator').call(exportBundle, { params: { of: release } })
    const index = BundleIndex.parse(parseJson(bundle.index.payload))
    await writeFile(out, JSON.stringify(bundle))
    const text = `${out} holds ${versionsText(modulesOf(index.versions))}: ${bundle.files.length} files, sealed by the registry ${bundle.index.keyId}`
    return { data: { file: out, files: bundle.files.length, sealedBy: bundle.index.keyId, index }, text }
  },
})

export const bundleImportCommand = command({
  name: 'bundle import', says: 'Takes over another installation\'s bundle if all publishers are known here, and may give its set to tenants',
  args: { file: { takes: 'one', says: 'What rollout bundle export wrote', offers: 'file' } },
  options: { tenant: { takes: 'list', value: 'tenant', says: 'This tenant gets the set, by the rules of rollout set; more than one by repeating it' }, emergency: emergencyOption, reason: reasonOption },
  examples: ['bundle import release.bundle', 'bundle import release.bundle --tenant costaverde --reason "passed staging"'],
  json: [importBundle], jsonMore: 'with --tenant also tenants, what PUT /registry/v1/tenants/:host/pointer answered for each',
  run: async ({ client }, { args: { file }, options: { tenant, emergency, reason } }) => {
    const bundle = await readBundle(file)
    const imported = await client('operator').call(importBundle, { body: { bundle, reason } })
    const modules = modulesOf(imported.versions)
    const line = `Set ${imported.setId}: ${versionsText(modules)}${imported.versions.every(({ repeated }) => repeated) ? '; all versions were here already' : ''}`
    const given = []
    for (const each of tenant) given.push(await give(client, tenantHost(each), { setId: imported.setId, modules, emergency, reason }))
    return { data: { ...imported, ...(tenant.length > 0 && { tenants: given.map(({ data }) => data) }) }, text: [line, ...given.map(({ text }) => text)].join('\n') }
  },
})

/** A bundle of a file. Throws CommandError that names the file in it, or the part, that cannot be read. */
async function readBundle(file: string): Promise<Bundle> {
  const text = await readFile(file, 'utf8').catch(() => { throw new CommandError(`${file} can't be read`) })
  const given = parseJson(text)
  const read = Bundle.safeParse(given)
  if (read.success) return read.data
  const [{ path: [part, at] } = { path: [] }] = read.error.issues
  const { files } = (typeof given === 'object' && given !== null ? given : {}) as { readonly files?: unknown }
  const broken = part === 'files' && Array.isArray(files) ? (files as unknown[])[Number(at)] as Partial<Bundle['files'][number]> | null : null
  throw new CommandError(`${file} is no bundle that can be used${broken ? `: ${broken.path ?? 'a file'} of ${broken.module ?? 'a module'} was changed` : part === undefined ? '' : ` (${String(part)})`}`)
}

interface Wanted { readonly setId: number; readonly modules: Choice; readonly emergency: boolean; readonly reason: string }

const isSame = (one: object, other: object): boolean => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** Gives a tenant a set, unless it has it or waits for it: a second import changes nothing. */
async function give(client: RegistryClient, host: string, { setId, modules, emergency, reason }: Wanted): Promise<{ readonly data: unknown; readonly text: string }> {
  const revision = await revisionOf(client, host)
  if (revision > 0) {
    const status = await client('viewer').call(getTenant, { params: { host } })
    if (status.setId === setId && status.rollouts.length === 0) return { data: status, text: `${host} has set ${setId} already` }
    const { changes } = await client('viewer').call(listChanges, { query: {} })
    const waiting = changes.find(({ state, hosts, wish }) => state === 'waiting' && hosts.some((each) => each.host === host) && typeof wish === 'object' && wish !== null && 'modules' in wish && isSame(wish.modules as object, modules))
    if (waiting) return { data: { change: waiting }, text: pendingText(waiting) }
  }
  const answer = await client('operator').call(setPointer, { params: { host }, body: { setId, reason, ...(emergency && { emergency }) } }, { ifMatch: revision })
  return { data: answer, text: 'change' in answer ? pendingText(answer.change) : now(answer) }
}
