import type * as z from 'zod'
import { roles } from '../access/actor.ts'
import { fingerprintOf, hashOf, newToken } from '../access/tokens.ts'
import { changeToken, createToken, listTokens, revokeToken, type TokenView } from '../features/tokens/tokens.contract.ts'
import { pendingText } from './change-commands.ts'
import { minute } from './cli-text.ts'
import { CommandError } from './command-error.ts'
import { moduleName, tenantHost } from './names.ts'
import type { RegistryClient } from './registry-client.ts'
import { table } from './table.ts'

export interface TokenOptions {
  readonly label?: string | undefined
  readonly role?: string | undefined
  readonly module?: string | undefined
  readonly tenant?: readonly string[] | undefined
  /** Whom it is for. */
  readonly person?: string | undefined
  /** An instant with its zone, or a day (its end, UTC). */
  readonly expires?: string | undefined
  /** Of a token that its holder made. */
  readonly hash?: string | undefined
  readonly reason: string
}

const forms = `rollout token new --label <name> --role ${roles.join('|')} [--for <person>] [--module payment] [--tenant costaverde] [--expires 2027-01-31] [--hash <hash>]
rollout token list | revoke <label> | narrow <label> [--tenant <tenant> …] [--expires <day>] | replace <label> [--hash <hash>] | make`

/** `rollout token …`: who may do what. */
export async function tokenCommand(client: RegistryClient, verb: string | undefined, label: string | undefined, options: TokenOptions): Promise<string> {
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
function tokenOr(hash: string | undefined): { readonly hash: string; readonly words: string } {
  if (hash !== undefined) return { hash, words: '' }
  const token = newToken()
  return { hash: hashOf(token), words: `${token}\nKeep it now: it is not shown again. It is valid as soon as the change is approved.\n` }
}

async function proposeNew(client: RegistryClient, wish: TokenOptions): Promise<string> {
  const role = roles.find((each) => each === wish.role)
  if (role === undefined || wish.label === undefined) throw new CommandError(`Say who and what:\n${forms}`)
  const { hash, words } = tokenOr(wish.hash)
  const { change } = await client.call(createToken, {
    as: 'operator',
    body: {
      label: wish.label, role, hash, reason: wish.reason, ...(wish.person !== undefined && { person: wish.person }), ...(wish.module !== undefined && { module: moduleName(wish.module) }),
      ...(wish.tenant && { hosts: wish.tenant.map(tenantHost) }), ...(wish.expires !== undefined && { expires: instant(wish.expires) }),
    },
  })
  return `${words}${pendingText(change)}\nFingerprint: ${fingerprintOf(hash)}`
}

async function list(client: RegistryClient): Promise<string> {
  const { tokens } = await client.call(listTokens, { as: 'viewer' })
  const day = (at: string | null): string => (at === null ? '-' : minute(at))
  return table(['label', 'for', 'role', 'reaches', 'made by', 'approved by', 'made', 'ends', 'used', 'revoked'], tokens.map((each) => [
    each.label, each.person, each.module === null ? each.role : `${each.role} of ${each.module}`, each.hosts?.join(' ') ?? 'everything', each.madeBy ?? '-', each.approvedBy ?? '-',
    day(each.createdAt), day(each.expiresAt), day(each.lastUsedAt), each.revokedAt === null ? '-' : `${minute(each.revokedAt)} by ${each.revokedBy ?? '-'}`,
  ]))
}

async function revoke(client: RegistryClient, label: string, reason: string): Promise<string> {
  const token = await client.call(revokeToken, { as: 'operator', params: { label }, query: { reason } })
  return `${token.label} is worth nothing from now on`
}

async function narrow(client: RegistryClient, label: string, { tenant, expires, reason }: TokenOptions): Promise<string> {
  if (tenant === undefined && expires === undefined) throw new CommandError(forms)
  return changed(await client.call(changeToken, {
    as: 'operator', params: { label }, body: { reason, ...(tenant && { hosts: tenant.map(tenantHost) }), ...(expires !== undefined && { expires: instant(expires) }) },
  }))
}

async function replace(client: RegistryClient, label: string, { hash: given, reason }: TokenOptions): Promise<string> {
  const { hash, words } = tokenOr(given)
  return `${words}${changed(await client.call(changeToken, { as: 'operator', params: { label }, body: { hash, reason } }))}\nFingerprint: ${fingerprintOf(hash)}`
}

const changed = (answer: z.infer<(typeof changeToken)['answer']>): string => ('change' in answer ? pendingText(answer.change) : boundsText(answer))

const boundsText = ({ label, hosts, expiresAt }: z.infer<typeof TokenView>): string =>
  `${label} reaches ${hosts?.join(' ') ?? 'everything'}${expiresAt === null ? '' : ` until ${minute(expiresAt)} UTC`}`

function instant(text: string): string {
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text)
  if (Number.isNaN(at.getTime())) throw new CommandError(`"${text}" is no day like 2027-01-31`)
  return at.toISOString()
}
