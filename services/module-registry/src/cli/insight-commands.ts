import { dryRun, explainTenant } from '../features/insight/insight.contract.ts'
import type { RehearsalStanding } from '../features/rehearsals/rehearsals.contract.ts'
import { minute } from './cli-text.ts'
import { tenantHost } from './names.ts'
import type { RegistryClient } from './registry-client.ts'
import { table } from './table.ts'
import { changeBody, type SetWish } from './tenant-commands.ts'

export interface SessionLikeness {
  readonly session?: string | undefined
  readonly language?: string | undefined
  readonly device?: string | undefined
  readonly staff?: boolean | undefined
  readonly source?: string | undefined
}

/** Why a tenant's sessions get what they get. */
export async function whyCommand(client: RegistryClient, tenant: string, likeness: SessionLikeness): Promise<string> {
  const query = Object.fromEntries(Object.entries(likeness).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
  const { host, revision, setId, sentences } = await client.call(explainTenant, { as: 'viewer', params: { host: tenantHost(tenant) }, query })
  return [`${host} is at revision ${revision}; this session gets set ${setId}`, ...sentences.map((sentence) => `  ${sentence}`)].join('\n')
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

/** How the sets of a change stand, for a line of the dry run. */
function rehearsalText(rehearsal: RehearsalStanding): string {
  switch (rehearsal.state) {
    case 'nothing-new': return ''
    case 'none': return 'not rehearsed'
    case 'passed': return `rehearsed ${minute(rehearsal.at)}: ${rehearsal.journeys.join(', ')}`
    case 'failed': return `rehearsal failed: ${rehearsal.journey} at ${rehearsal.step}`
  }
}

/** What a change would do, tenant by tenant. */
export async function dryRunCommand(client: RegistryClient, tenant: string | null, wish: SetWish): Promise<string> {
  const { at: _hour, reason: _reason, ...body } = changeBody(wish) as ReturnType<typeof changeBody> & { at?: string }
  const { hosts, needsSecondPerson } = await client.call(dryRun, { as: 'viewer', body: { hosts: tenant === null ? 'all' : [tenantHost(tenant)], ...body } })
  const rows = hosts.flatMap(({ host, modules, problem, frozen, rehearsal }) => {
    const note = problem ? `${problem.title} (${problem.code})` : frozen === null ? rehearsalText(rehearsal) : `frozen: ${frozen}`
    if (modules.length === 0) return [[host, '-', '-', '-', '-', note || 'nothing changes']]
    return modules.map((each) => [
      host, each.module, `${each.from ?? 'none'} -> ${each.to}${each.percent < 100 ? ` for ${each.percent} %` : ''}`, `${each.bytesFrom === null ? '' : `${kilobytes(each.bytesFrom)} -> `}${kilobytes(each.bytesTo)}`,
      each.contracts.map(({ contract, from, to }) => `${contract} ${from ?? 'none'} -> ${to ?? 'none'}`).join(', ') || '-', note,
    ])
  })
  const second = needsSecondPerson.length > 0 ? `\n\nIt would wait for a second person (${needsSecondPerson.join(', ')}).` : ''
  return `${table(['tenant', 'module', 'version', 'size', 'contracts', 'note'], rows)}${second}\n\nNothing was changed.`
}
