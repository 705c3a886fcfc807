import { fileURLToPath } from 'node:url'
import type { Data } from '@checkin/http'
import { changeToken, createToken, listTokens, revokeToken, roles, type TokenView } from '@checkin/registry'
import { openDatabase, ServiceError } from '@checkin/server'
import { fingerprintOf, hashOf, makeFirstApprover, newToken } from '../access/tokens.ts'
import { withLedger } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { moduleName, tenantHost, type Values } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import type { RegistryClient } from './client.ts'
import { CommandError, minute, table } from './output.ts'
import type { CliSettings } from './settings.ts'

const forms = `rollout token new --label <name> --role ${roles.join('|')} [--for <person>] [--module payment] [--tenant costaverde] [--expires 2027-01-31] [--hash <hash>]
rollout token list | revoke <label> | narrow <label> [--tenant <tenant> …] [--expires <day>] | replace <label> [--hash <hash>] | make`

/** `rollout token …`: who may do what. */
export async function tokenCommand(client: RegistryClient, verb: string | undefined, label: string | undefined, options: Values): Promise<string> {
  switch (verb) {
    case 'make': return makeText()
    case 'new': return proposeNew(client, options)
    case 'list': return list(client)
    case 'revoke': return revoke(client, named(label), options.reason)
    case 'narrow': return narrow(client, named(label), options)
    case 'replace': return replace(client, named(label), options)
    default: throw new CommandError(forms)
  }
}

const named = (label: string | undefined): string => {
  if (label === undefined) throw new CommandError(forms)
  return label
}

/** A token and what its holder tells others of it. Nothing is called: the token stays on this machine. */
function makeText(): string {
  const token = newToken()
  return `${token}\nKeep it to yourself. Whoever asks for it to be valid needs its hash only:\n--hash ${hashOf(token)}\nand whoever approves asks you for its fingerprint: ${fingerprintOf(hashOf(token))}`
}

/** A hash that was handed over, or a token that is made here and shown once. */
function tokenOr(hash: string | undefined): { readonly hash: string; readonly note: string } {
  if (hash !== undefined) return { hash, note: '' }
  const token = newToken()
  return { hash: hashOf(token), note: `${token}\nKeep it now: it is not shown again. It is valid as soon as the change is approved.\n` }
}

async function proposeNew(client: RegistryClient, { role: given, label, reason, hash: sent, for: person, module, tenant, expires }: Values): Promise<string> {
  const role = roles.find((each) => each === given)
  if (role === undefined || label === undefined) throw new CommandError(`Say who and what:\n${forms}`)
  const { hash, note } = tokenOr(sent)
  const { change } = await client('operator').call(createToken, {
    body: {
      label, role, hash, reason, person, module: module === undefined ? undefined : moduleName(module), hosts: tenant?.map(tenantHost), expires: expires === undefined ? undefined : instant(expires),
    },
  })
  return `${note}${pendingText(change)}\nFingerprint: ${fingerprintOf(hash)}`
}

async function list(client: RegistryClient): Promise<string> {
  const { tokens } = await client('viewer').call(listTokens)
  const day = (at: string | null): string => (at === null ? '-' : minute(at))
  return table(['label', 'for', 'role', 'reaches', 'made by', 'approved by', 'made', 'ends', 'used', 'revoked'], tokens.map((each) => [
    each.label, each.person, each.module === null ? each.role : `${each.role} of ${each.module}`, each.hosts?.join(' ') ?? 'everything', each.madeBy ?? '-', each.approvedBy ?? '-',
    day(each.createdAt), day(each.expiresAt), day(each.lastUsedAt), each.revokedAt === null ? '-' : `${minute(each.revokedAt)} by ${each.revokedBy ?? '-'}`,
  ]))
}

async function revoke(client: RegistryClient, label: string, reason: string): Promise<string> {
  const token = await client('operator').call(revokeToken, { params: { label }, query: { reason } })
  return `${token.label} is worth nothing from now on`
}

async function narrow(client: RegistryClient, label: string, { tenant, expires, reason }: Values): Promise<string> {
  if (tenant === undefined && expires === undefined) throw new CommandError(forms)
  return changed(await client('operator').call(changeToken, {
    params: { label }, body: { reason, hosts: tenant?.map(tenantHost), expires: expires === undefined ? undefined : instant(expires) },
  }))
}

async function replace(client: RegistryClient, label: string, { hash: given, reason }: Values): Promise<string> {
  const { hash, note } = tokenOr(given)
  return `${note}${changed(await client('operator').call(changeToken, { params: { label }, body: { hash, reason } }))}\nFingerprint: ${fingerprintOf(hash)}`
}

const changed = (answer: Data<typeof changeToken>): string => ('change' in answer ? pendingText(answer.change) : boundsText(answer))

const boundsText = ({ label, hosts, expiresAt }: TokenView): string =>
  `${label} reaches ${hosts?.join(' ') ?? 'everything'}${expiresAt === null ? '' : ` until ${minute(expiresAt)} UTC`}`

function instant(text: string): string {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text)
  if (Number.isNaN(at.getTime())) throw new CommandError(`"${text}" is no day like 2027-01-31`)
  return at.toISOString()
}

/** `rollout installation first-approver`: works on the registry's database itself (DATABASE_URL), once. */
export async function installationCommand(settings: CliSettings, verb: string | undefined, { operator, approver }: Values): Promise<string> {
  if (verb !== 'first-approver' || operator === undefined || approver === undefined) throw new CommandError('rollout installation first-approver --operator <person> --approver <person>')
  if (settings.databaseUrl === undefined) throw new CommandError('Set DATABASE_URL to the registry\'s own database: no call makes a first approver')
  const database = openDatabase<Tables>({ url: settings.databaseUrl, schema: 'registry', migrations: fileURLToPath(new URL('../../migrations', import.meta.url)) })
  try {
    const made = await withLedger(database, (change) => makeFirstApprover(change, { operator, approver }, { demo: settings.demo }))
    return [
      `For ${operator}, operator:`, made.operator, `For ${approver}, approver:`, made.approver,
      'Hand each to its person and keep none: they are not shown again, and whoever has both is both persons.',
    ].join('\n')
  } catch (error) {
    if (error instanceof ServiceError) throw new CommandError(`${error.message} (${error.code})`)
    throw error
  } finally {
    await database.close()
  }
}
