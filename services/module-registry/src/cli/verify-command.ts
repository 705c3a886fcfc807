import { parseJson } from '@checkin/http'
import { getReleaseEvidence, getSnapshot } from '@checkin/registry'
import { Snapshot } from '@checkin/releases'
import { openCheckpoint } from '@checkin/releases/log'
import { tenantHost } from './arguments.ts'
import { RefusedError, type RegistryClient } from './client.ts'
import { command } from './declare.ts'
import { CommandError } from './output.ts'
import { type Entry, inconsistency, keep, type LogView, openLog, readWholeLog } from './verify-log.ts'
import { type TenantFindings, tenantFindings } from './verify-tenant.ts'

/** What a run found, as `--json` prints it. */
interface Findings {
  readonly origin: string | null
  readonly size: number | null
  readonly root: string | null
  /** Entries of the checkpoint that was held; null where none was. */
  readonly heldSize: number | null
  readonly tenants: readonly string[]
  readonly failures: readonly string[]
  readonly notes: readonly string[]
}

const snapshotNow = async (client: RegistryClient): Promise<Snapshot> => Snapshot.parse(parseJson((await client('viewer').call(getSnapshot)).payload))

/** What is wrong with a tenant. What changes meanwhile is looked at once more. */
async function verifyTenant(client: RegistryClient, log: LogView, host: string, entries: readonly Entry[], isRepeated = false): Promise<TenantFindings> {
  const snapshot = await snapshotNow(client)
  const evidence = await client('viewer').call(getReleaseEvidence, { params: { host } })
  const checkpoint = openCheckpoint(evidence.checkpoint, log.key)
  if (!checkpoint) return { failures: [`${host}: the proofs are of a checkpoint that the key of this log did not sign`], notes: [] }
  const problem = await inconsistency(client, log.checkpoint, checkpoint)
  if (problem !== null) return { failures: [`${host}: ${problem}`], notes: [] }
  const found = tenantFindings({ host, snapshot, evidence, checkpoint, entries, pointer: snapshot.tenants.find((each) => each.host === host) })
  return found.failures.length > 0 && checkpoint.size > log.checkpoint.size && !isRepeated ? verifyTenant(client, log, host, entries, true) : found
}

export const verifyCommand = command({
  name: 'verify', says: 'Proves that the log is the one that was known, and that what tenants get stands in it; fails with each thing that does not hold',
  args: { tenants: { takes: 'any', named: 'tenant', says: 'All where none is named' } },
  options: {
    checkpoint: { takes: 'text', value: 'file', says: 'The checkpoint that was kept; the new one takes its place where all holds, its key stands in <file>.key', offers: 'file' },
    key: { takes: 'text', value: 'key', says: 'The public key of the log, name+hash+key, or a file with it; what lies beside the checkpoint when left out, else what the registry says', offers: 'file' },
    witness: { takes: 'nothing', says: 'Reads every entry of the log, so that each one that was changed or taken out is named' },
  },
  examples: ['verify --checkpoint checkin.checkpoint', 'verify costaverde --checkpoint checkin.checkpoint --witness'],
  json: [], jsonMore: 'origin, size and root of the log, the size of the checkpoint that was held, tenants, failures and notes',
  run: async ({ client }, { args: { tenants }, options: { checkpoint: file, key, witness } }) => {
    const log = await openLog(client, { file, key })
    if ('failure' in log) throw failed({ origin: null, size: null, root: null, heldSize: null, tenants: [], failures: [log.failure], notes: [] })
    const whole = witness ? await readWholeLog(client, log.checkpoint) : { failures: [], entries: [] }
    const hosts = tenants.length > 0 ? tenants.map(tenantHost) : (await snapshotNow(client)).tenants.map(({ host }) => host)
    const found: TenantFindings[] = []
    for (const host of hosts) found.push(await verifyTenant(client, log, host, whole.entries).catch((error: unknown) => refusedAs(host, error)))
    const { origin, size, root } = log.checkpoint
    const findings: Findings = {
      origin, size, root: root.toString('base64'), heldSize: log.held?.size ?? null, tenants: hosts,
      failures: [...whole.failures, ...new Set(found.flatMap(({ failures }) => failures))], notes: [...new Set(found.flatMap(({ notes }) => notes))],
    }
    if (findings.failures.length > 0) throw failed(findings)
    await keep({ file, key }, log)
    return { data: findings, text: [...findings.notes.map((note) => `  ${note}`), saidOf(findings, file)].join('\n') }
  },
})

/** A registry that cannot prove something any more has lost a part of its log; a tenant out of reach is the caller's mistake. */
function refusedAs(host: string, error: unknown): TenantFindings {
  if (error instanceof RefusedError && error.code !== 'InternalError') throw error
  return { failures: [`${host}: the registry gives no proof (${error instanceof Error ? error.message : String(error)})`], notes: [] }
}

function saidOf({ origin, size, heldSize, tenants }: Findings, file: string | undefined): string {
  const held = heldSize === null ? (file === undefined ? 'Nothing was held against it: --checkpoint keeps one for the next time.' : `This was the first time: ${file} has the checkpoint now.`)
    : `It begins with the ${heldSize} that were known.`
  return `The log ${origin ?? ''} has ${size ?? 0} entries. ${held}\nWhat sites are given for ${tenants.join(', ') || 'no tenant'} stands in it.`
}

const failed = (findings: Findings): CommandError => new CommandError(findings.failures.join('\n'), findings)
