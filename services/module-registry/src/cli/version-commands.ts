import { createPreview, createStaffLink, deprecateVersion, getAudit, getVersion, killVersion, listModules, restoreVersion, setDefaults, setLabel, type VersionStatus } from '@checkin/registry'
import { amount, moduleSelector, moduleVersion, tenantHost } from './arguments.ts'
import { command, reasonOption, tenantArgument, versionsArgument } from './declare.ts'
import { CommandError, minute, previewText, statusPage, table, versionsText } from './output.ts'

export const listCommand = command({
  name: 'list', says: 'Lists every published version and where it is served', examples: ['list', 'list --json'], json: [listModules],
  run: async ({ client }) => {
    const data = await client('viewer').call(listModules)
    const text = table(['module', 'version', 'published', 'by', 'bytes', 'advice', 'served on'], data.modules.flatMap(({ name, versions }) => versions.map((each) =>
      [name, each.version, minute(each.publishedAt), each.publishedBy, String(each.ownBytes), each.withdrawn ? 'withdrawn' : each.deprecated ? 'deprecated' : '', each.hosts.join(' ')])))
    return { data, text }
  },
})

export const auditCommand = command({
  name: 'audit', says: 'Shows who changed what and why, and whether the chain is whole', options: { limit: { takes: 'text', value: 'number', usually: '100', says: 'The newest so many (100)' } },
  examples: ['audit --limit 20'], json: [getAudit],
  run: async ({ client }, { options: { limit } }) => {
    const data = await client('viewer').call(getAudit, { query: { limit } })
    const rows = table(['entry', 'when', 'who', 'what', 'to what', 'from', 'to', 'why'], data.entries.map((each) =>
      [String(each.entry), minute(each.at), each.actor, each.action, each.subject, JSON.stringify(each.before), JSON.stringify(each.after), each.reason]))
    if (data.firstBroken !== null) throw new CommandError(`${rows}\n\nThe audit was tampered with: entry ${data.firstBroken} is not what was written`, data)
    return { data, text: `${rows}\n\nThe chain is whole.` }
  },
})

const noticeOption = { takes: 'text', value: 'text', says: 'What everybody reads of it on the public page; the reason is not shown there' } as const
const versionArgument = { takes: 'one', says: 'A published version, payment@1.2.0' } as const

export const killCommand = command({
  name: 'kill', says: 'Withdraws a version for ever and everywhere', args: { version: versionArgument }, options: { notice: noticeOption, reason: reasonOption },
  examples: ['kill payment@1.2.0 --reason "it charges twice"', 'kill payment@1.2.0 --notice "charges twice" --reason "seen at costaverde"'], json: [killVersion],
  run: async ({ client }, { args: { version: what }, options: { notice, reason } }) => {
    const [name, version] = moduleVersion(what)
    const data = await client('operator').call(killVersion, { params: { name, version }, body: { reason, notice: notice ?? null } })
    const text = [
      `${name}@${version} is withdrawn for ever`,
      ...data.moved.map((each) => `  ${each.host} has ${name}@${each.version}`),
      ...data.withoutModule.map((host) => `  ${host} has no other version that fits: its renters go on without, or are shown the way to the counter where check-in needs it`),
    ].join('\n')
    return { data, text }
  },
})

function statusText(status: VersionStatus): string {
  if (status.state === 'usable') return 'may be rolled out'
  const decided = `${status.state} at ${minute(status.at)} by ${status.by}: ${status.reason}${status.notice === null ? '' : `; everybody reads "${status.notice}"`}`
  return status.state === 'deprecated' && status.instead !== null ? `${decided}; take ${status.instead} instead` : decided
}

export const versionCommand = command({
  name: 'version', says: 'Shows a version: whether it may be rolled out, where it serves, and where it was rolled back', args: { version: versionArgument },
  examples: ['version payment@1.2.0', 'version payment@1.2.0 --json'], json: [getVersion],
  run: async ({ client, settings }, { args: { version: what } }) => {
    const [name, version] = moduleVersion(what)
    const data = await client('viewer').call(getVersion, { params: { name, version } })
    const text = [
      `${name}@${version}, ${data.ownBytes} bytes, published at ${minute(data.publishedAt)} by ${data.publishedBy}: ${statusText(data.status)}`,
      ...data.labels.map((label) => `  is ${label}`),
      ...data.served.map(({ host, percent }) => `  serves ${percent} % of ${host}`),
      ...data.rollbacks.map(({ host, how, at, by, reason }) => `  rolled back on ${host} at ${minute(at)} ${how === 'canary' ? 'by its canary analysis' : `by ${by}`}: ${reason}`),
      `  for everybody: ${statusPage(settings, name)}`,
    ].join('\n')
    return { data, text }
  },
})

export const deprecateCommand = command({
  name: 'deprecate', says: 'Advises against a version; nobody is moved', args: { version: versionArgument },
  options: { instead: { takes: 'text', value: 'version', says: 'The version to take in its place' }, notice: noticeOption, reason: reasonOption },
  examples: ['deprecate payment@1.2.0 --instead 1.3.0 --reason "slow on old phones"'], json: [deprecateVersion],
  run: async ({ client }, { args: { version: what }, options: { instead, notice, reason } }) => {
    const [name, version] = moduleVersion(what)
    const data = await client('operator').call(deprecateVersion, { params: { name, version }, body: { reason, instead: instead ?? null, notice: notice ?? null } })
    return { data, text: `${name}@${version} is ${statusText(data)}` }
  },
})

export const restoreCommand = command({
  name: 'restore', says: 'Takes the advice against a version back', args: { version: versionArgument }, options: { reason: reasonOption },
  examples: ['restore payment@1.2.0 --reason "fixed by the shell"'], json: [restoreVersion],
  run: async ({ client }, { args: { version: what }, options: { reason } }) => {
    const [name, version] = moduleVersion(what)
    const data = await client('operator').call(restoreVersion, { params: { name, version }, query: { reason } })
    return { data, text: `${name}@${version} ${statusText(data)}` }
  },
})

export const previewCommand = command({
  name: 'preview', says: 'Makes a signed link that shows versions at the tenant\'s address for previews; with --staff one that makes its holder staff',
  usage: `<tenant> <${versionsArgument.named}…|--staff>`, args: { tenant: tenantArgument, versions: { ...versionsArgument, takes: 'any' } },
  options: { hours: { takes: 'text', value: 'hours', says: 'So long is the link good (4, at most 24)' }, staff: { takes: 'nothing', says: 'A link that makes its holder staff' }, reason: reasonOption },
  examples: ['preview costaverde payment@1.3.0 --hours 4', 'preview costaverde --staff'], json: [createPreview, createStaffLink],
  run: async ({ client, settings }, { args: { tenant, versions: choice }, options: { hours, staff, reason } }) => {
    const host = tenantHost(tenant)
    if (choice.length === 0 && !staff) throw new CommandError('Say which versions: rollout preview <tenant> payment@1.3.0')
    const body = { reason, hours: amount(hours, 'hours', 24) }
    const data = staff
      ? await client('operator').call(createStaffLink, { params: { host }, body })
      : await client('operator').call(createPreview, { params: { host }, body: { ...body, modules: Object.fromEntries(choice.map(moduleVersion)) } })
    return { data, text: previewText(settings, data) }
  },
})

export const labelCommand = command({
  name: 'label', says: 'Moves a label to a version; tenants that follow it get that version in watched steps', args: { version: versionArgument, label: { takes: 'one', says: 'Such as stable or beta' } },
  options: { reason: reasonOption }, examples: ['label payment@1.4.0 stable'], json: [setLabel],
  run: async ({ client }, { args: { version: what, label }, options: { reason } }) => {
    const [name, version] = moduleVersion(what)
    const data = await client('operator').call(setLabel, { params: { name, label }, body: { version, reason } })
    return { data, text: `${label} of ${name} is ${version}` }
  },
})

export const defaultCommand = command({
  name: 'default', says: 'Sets what tenants get that inherit a module', args: { versions: { ...versionsArgument, takes: 'any' } }, options: { reason: reasonOption },
  usage: `<${versionsArgument.named}…>`, examples: ['default payment@stable'], json: [setDefaults],
  run: async ({ client }, { args: { versions: choice }, options: { reason } }) => {
    if (choice.length === 0) throw new CommandError('Say which: rollout default payment@stable')
    const data = await client('operator').call(setDefaults, { body: { modules: Object.fromEntries(choice.map(moduleSelector)), reason } })
    return { data, text: `Tenants that inherit get ${versionsText(data.defaults)}` }
  },
})
