import { getAudit } from '../features/audit/audit.contract.ts'
import { listModules } from '../features/modules/modules.contract.ts'
import { minute } from './cli-text.ts'
import { CommandError } from './command-error.ts'
import type { RegistryClient } from './registry-client.ts'
import { table } from './table.ts'

/** Every published version and where it is served. */
export async function listCommand(client: RegistryClient): Promise<string> {
  const { modules } = await client.call(listModules, { as: 'viewer' })
  return table(['module', 'version', 'published', 'by', 'bytes', 'served on'], modules.flatMap(({ name, versions }) => versions.map((each) =>
    [name, each.version, minute(each.publishedAt), each.publishedBy, String(each.ownBytes), each.hosts.join(' ')])))
}

/** Who changed what and why. Throws when an entry is not what was written. */
export async function auditCommand(client: RegistryClient, limit: string): Promise<string> {
  const { entries, firstBroken } = await client.call(getAudit, { as: 'viewer', query: { limit } })
  const rows = table(['entry', 'when', 'who', 'what', 'to what', 'from', 'to', 'why'], entries.map((each) =>
    [String(each.entry), minute(each.at), each.actor, each.action, each.subject, JSON.stringify(each.before), JSON.stringify(each.after), each.reason]))
  if (firstBroken !== null) throw new CommandError(`${rows}\n\nThe audit was tampered with: entry ${firstBroken} is not what was written`)
  return `${rows}\n\nThe chain is whole.`
}
