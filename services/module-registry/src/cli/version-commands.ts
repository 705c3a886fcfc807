import { createPreview, createStaffLink, getAudit, killVersion, listModules, setDefaults, setLabel } from '@checkin/registry'
import { amount, moduleSelector, moduleVersion, tenantHost, type Values } from './arguments.ts'
import type { RegistryClient } from './client.ts'
import { CommandError, minute, previewText, table, versionsText } from './output.ts'
import type { CliSettings } from './settings.ts'

/** Every published version and where it is served. */
export async function listCommand(client: RegistryClient): Promise<string> {
  const { modules } = await client('viewer').call(listModules)
  return table(['module', 'version', 'published', 'by', 'bytes', 'served on'], modules.flatMap(({ name, versions }) => versions.map((each) =>
    [name, each.version, minute(each.publishedAt), each.publishedBy, String(each.ownBytes), each.hosts.join(' ')])))
}

/** Who changed what and why. Throws when an entry is not what was written. */
export async function auditCommand(client: RegistryClient, limit: string): Promise<string> {
  const { entries, firstBroken } = await client('viewer').call(getAudit, { query: { limit } })
  const rows = table(['entry', 'when', 'who', 'what', 'to what', 'from', 'to', 'why'], entries.map((each) =>
    [String(each.entry), minute(each.at), each.actor, each.action, each.subject, JSON.stringify(each.before), JSON.stringify(each.after), each.reason]))
  if (firstBroken !== null) throw new CommandError(`${rows}\n\nThe audit was tampered with: entry ${firstBroken} is not what was written`)
  return `${rows}\n\nThe chain is whole.`
}

/** Withdraws a version everywhere. */
export async function killCommand(client: RegistryClient, what: string, reason: string): Promise<string> {
  const [name, version] = moduleVersion(what)
  const { moved, withoutModule } = await client('operator').call(killVersion, { params: { name, version }, body: { reason } })
  return [
    `${name}@${version} is withdrawn for ever`,
    ...moved.map((each) => `  ${each.host} has ${name}@${each.version}`),
    ...withoutModule.map((host) => `  ${host} has no other version that fits: its renters are shown the way to the counter`),
  ].join('\n')
}

/** A link that shows versions on the real site to whoever opens it; without versions, one that makes them staff. */
export async function previewCommand(client: RegistryClient, settings: CliSettings, tenant: string, choice: readonly string[], { hours, staff, reason }: Values): Promise<string> {
  const host = tenantHost(tenant)
  if (choice.length === 0 && !staff) throw new CommandError('Say which versions: rollout preview <tenant> payment@1.3.0')
  const body = { reason, hours: amount(hours, 'hours', 24) }
  const made = staff
    ? await client('operator').call(createStaffLink, { params: { host }, body })
    : await client('operator').call(createPreview, { params: { host }, body: { ...body, modules: Object.fromEntries(choice.map(moduleVersion)) } })
  return previewText(settings, made)
}

/** `rollout label payment@1.4.0 stable`. */
export async function labelCommand(client: RegistryClient, what: string, label: string, reason: string): Promise<string> {
  const [name, version] = moduleVersion(what)
  await client('operator').call(setLabel, { params: { name, label }, body: { version, reason } })
  return `${label} of ${name} is ${version}`
}

/** What tenants get that inherit. */
export async function defaultCommand(client: RegistryClient, choice: readonly string[], reason: string): Promise<string> {
  if (choice.length === 0) throw new CommandError('Say which: rollout default payment@stable')
  const { defaults } = await client('operator').call(setDefaults, { body: { modules: Object.fromEntries(choice.map(moduleSelector)), reason } })
  return `Tenants that inherit get ${versionsText(defaults)}`
}
