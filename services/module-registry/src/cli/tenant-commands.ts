import type * as z from 'zod'
import { getTenant, goBack, listTenants, setPointer, type TenantStatus } from '../features/tenants/tenants.contract.ts'
import { CommandError } from './command-error.ts'
import { moduleVersion, tenantHost } from './names.ts'
import { RefusedError, type RegistryClient } from './registry-client.ts'
import { table } from './table.ts'

type Status = z.infer<typeof TenantStatus>

const versions = (modules: Readonly<Record<string, string>>): string =>
  Object.entries(modules).map(([name, version]) => `${name.replace(/^mfe-/, '')}@${version}`).join(' ')

const minute = (instant: string): string => instant.slice(0, 16).replace('T', ' ')

const now = ({ host, revision, setId, modules }: Status): string => `${host} is at revision ${revision}, set ${setId}: ${versions(modules)}`

/** All tenants, or one with its history. */
export async function statusCommand(client: RegistryClient, tenant: string | undefined): Promise<string> {
  if (tenant === undefined) {
    const { tenants } = await client.call(listTenants, { as: 'viewer' })
    return table(['tenant', 'revision', 'set', 'changed', 'by', 'modules'], tenants.map((each) =>
      [each.host, String(each.revision), String(each.setId), minute(each.changedAt), each.changedBy, versions(each.modules)]))
  }
  const status = await client.call(getTenant, { as: 'viewer', params: { host: tenantHost(tenant) } })
  return `${now(status)}\n\n${table(['revision', 'set', 'when', 'who', 'what', 'why', 'modules'], status.history.map((each) =>
    [String(each.revision), String(each.setId), minute(each.at), each.actor, each.action, each.reason, versions(each.modules)]))}`
}

/** Gives new sessions of a tenant, or of all, other module versions. */
export async function setCommand(client: RegistryClient, tenants: readonly string[] | 'all', choice: readonly string[], reason: string): Promise<string> {
  if (choice.length === 0) throw new CommandError('Say which versions: rollout set <tenant> payment@1.2.0')
  const modules = Object.fromEntries(choice.map(moduleVersion))
  const hosts = tenants === 'all' ? (await client.call(listTenants, { as: 'viewer' })).tenants.map(({ host }) => host) : tenants.map(tenantHost)
  if (hosts.length === 0) throw new CommandError('There is no tenant yet')
  const lines: string[] = []
  for (const host of hosts) {
    const ifMatch = await revisionOf(client, host)
    lines.push(now(await client.call(setPointer, { as: 'operator', params: { host }, body: { modules, reason }, ifMatch })))
  }
  return lines.join('\n')
}

/** Gives new sessions of a tenant what they got before. */
export async function backCommand(client: RegistryClient, tenant: string, to: number | undefined, reason: string): Promise<string> {
  const host = tenantHost(tenant)
  const ifMatch = await revisionOf(client, host)
  return now(await client.call(goBack, { as: 'operator', params: { host }, body: { reason, ...(to !== undefined && { to }) }, ifMatch }))
}

async function revisionOf(client: RegistryClient, host: string): Promise<number> {
  try {
    return (await client.call(getTenant, { as: 'viewer', params: { host } })).revision
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'UnknownTenant') return 0
    throw error
  }
}
