import type { Data } from '@checkin/http'
import { changeToken, createToken, listTokens, revokeToken, roles, rotateToken, type TokenView } from '@checkin/registry'
import { fingerprintOf, hashOf, newToken } from '../access/token-secret.ts'
import { amount, instant, moduleName, tenantHost } from './arguments.ts'
import { pendingText } from './change-commands.ts'
import { command, reasonOption } from './declare.ts'
import { CommandError, minute, table } from './output.ts'

/** A hash that was handed over, or a token that is made here and shown once. */
function tokenOr(hash: string | undefined): { readonly hash: string; readonly token: string | undefined; readonly note: string } {
  if (hash !== undefined) return { hash, token: undefined, note: '' }
  const token = newToken()
  return { hash: hashOf(token), token, note: `${token}\nKeep it now: it is not shown again. It is valid as soon as the change is approved.\n` }
}

const labelArgument = { takes: 'one', says: 'Label of the token' } as const
const hashOption = { takes: 'text', value: 'hash', says: 'Hash of a token that its holder made; else one is made here and shown once' } as const
const tenantsOption = { takes: 'list', value: 'tenant', says: 'It reaches this tenant and no others; more than one by repeating it' } as const
const graceOption = { takes: 'text', value: 'hours' } as const
const expiresOption = { takes: 'text', value: 'day', says: 'It ends with this day, 2027-01-31' } as const

export const tokenMakeCommand = command({
  name: 'token make', says: 'Makes a token on this machine, with what its holder tells others of it; nothing is called', examples: ['token make'], json: [], jsonMore: 'token, hash and fingerprint',
  run: () => {
    const token = newToken()
    const hash = hashOf(token)
    const fingerprint = fingerprintOf(hash)
    return Promise.resolve({
      data: { token, hash, fingerprint },
      text: `${token}\nKeep it to yourself. Whoever asks for it to be valid needs its hash only:\n--hash ${hash}\nand whoever approves asks you for its fingerprint: ${fingerprint}`,
    })
  },
})

export const tokenNewCommand = command({
  name: 'token new', says: 'Proposes a token; a second person approves it',
  options: {
    label: { takes: 'text', value: 'name', says: 'Its name for ever', needed: true }, role: { takes: 'text', value: 'role', says: roles.join(', '), needed: true, offers: roles },
    for: { takes: 'text', value: 'person', says: 'Whose it is; the label when left out' }, module: { takes: 'text', value: 'module', says: 'What a publisher publishes' },
    tenant: tenantsOption, expires: expiresOption, hash: hashOption, reason: reasonOption,
  },
  examples: ['token new --label "ana releases" --role operator --for ana@example.com --tenant costaverde --expires 2027-06-30'],
  json: [createToken], jsonMore: 'with the fingerprint, and the token where it was made here',
  run: async ({ client }, { options: { label, role: given, hash: sent, for: person, module, tenant, expires, reason } }) => {
    const role = roles.find((each) => each === given)
    if (role === undefined) throw new CommandError(`--role must be one of ${roles.join(', ')}`)
    const { hash, token, note } = tokenOr(sent)
    const answer = await client('operator').call(createToken, {
      body: {
        label, role, hash, reason, person, module: module === undefined ? undefined : moduleName(module), hosts: hostsOf(tenant), expires: expires === undefined ? undefined : instant(expires),
      },
    })
    const fingerprint = fingerprintOf(hash)
    return { data: { ...answer, fingerprint, ...(token !== undefined && { token }) }, text: `${note}${pendingText(answer.change)}\nFingerprint: ${fingerprint}` }
  },
})

/** Undefined where no tenant was named: then it is not limited, or stays as it is. */
const hostsOf = (tenants: readonly string[]): string[] | undefined => (tenants.length === 0 ? undefined : tenants.map(tenantHost))

export const tokenListCommand = command({
  name: 'token list', says: 'Lists tokens: for whom, made and approved by whom, until when; never the token', examples: ['token list'], json: [listTokens],
  run: async ({ client }) => {
    const data = await client('viewer').call(listTokens)
    const day = (at: string | null): string => (at === null ? '-' : minute(at))
    const text = table(['label', 'for', 'role', 'reaches', 'made by', 'approved by', 'made', 'ends', 'used', 'revoked'], data.tokens.map((each) => [
      each.label, each.person, each.module === null ? each.role : `${each.role} of ${each.module}`, each.hosts?.join(' ') ?? 'everything', each.madeBy ?? '-', each.approvedBy ?? '-',
      day(each.createdAt), day(each.expiresAt), day(each.lastUsedAt), each.revokedAt === null ? '-' : `${minute(each.revokedAt)} by ${each.revokedBy ?? '-'}`,
    ]))
    return { data, text }
  },
})

export const tokenRevokeCommand = command({
  name: 'token revoke', says: 'Ends a token at once', args: { label: labelArgument }, options: { reason: reasonOption }, examples: ['token revoke "ana releases" --reason left'], json: [revokeToken],
  run: async ({ client }, { args: { label }, options: { reason } }) => {
    const data = await client('operator').call(revokeToken, { params: { label }, query: { reason } })
    return { data, text: `${data.label} is worth nothing from now on` }
  },
})

export const tokenNarrowCommand = command({
  name: 'token narrow', says: 'Gives a token fewer tenants or an earlier end; more of either waits for a second person', args: { label: labelArgument },
  options: { tenant: tenantsOption, expires: expiresOption, reason: reasonOption }, examples: ['token narrow "ana releases" --tenant costaverde --expires 2027-01-31'], json: [changeToken],
  run: async ({ client }, { args: { label }, options: { tenant, expires, reason } }) => {
    if (tenant.length === 0 && expires === undefined) throw new CommandError('Say to which tenants or until when: rollout token narrow <label> --tenant costaverde --expires 2027-01-31')
    const data = await client('operator').call(changeToken, { params: { label }, body: { reason, hosts: hostsOf(tenant), expires: expires === undefined ? undefined : instant(expires) } })
    return { data, text: changed(data) }
  },
})

export const tokenReplaceCommand = command({
  name: 'token replace', says: 'Proposes another token in the place of one', args: { label: labelArgument }, options: { hash: hashOption, grace: { ...graceOption, says: 'So long the present one counts beside it; else it ends with the approval' }, reason: reasonOption },
  examples: ['token replace "ana releases" --grace 24'],
  json: [changeToken], jsonMore: 'with the fingerprint, and the token where it was made here',
  run: async ({ client }, { args: { label }, options: { hash: given, grace, reason } }) => {
    const { hash, token, note } = tokenOr(given)
    const answer = await client('operator').call(changeToken, { params: { label }, body: { hash, reason, graceHours: amount(grace, 'hours', 720) } })
    const fingerprint = fingerprintOf(hash)
    return { data: { ...answer, fingerprint, ...(token !== undefined && { token }) }, text: `${note}${changed(answer)}\nFingerprint: ${fingerprint}` }
  },
})

export const tokenRotateCommand = command({
  name: 'token rotate', says: 'Puts a new secret in the place of your own token, at once; the former one counts for a day more', options: { hash: hashOption, grace: { ...graceOption, says: 'So long the former one counts (24)' }, reason: reasonOption },
  examples: ['token rotate', 'token rotate --grace 2 --reason monthly'], json: [rotateToken], jsonMore: 'with the secret where it was made here, as token',
  run: async ({ client }, { options: { hash: given, grace, reason } }) => {
    const token = given === undefined ? newToken() : undefined
    const hash = given ?? hashOf(token ?? '')
    const answer = await client('operator').call(rotateToken, { body: { hash, reason, graceHours: amount(grace, 'hours', 720) } })
    const until = answer.formerUntil === null || answer.formerUntil === undefined ? 'has ended' : `counts until ${minute(answer.formerUntil)} UTC`
    return { data: { ...answer, ...(token !== undefined && { token }) }, text: `${token === undefined ? '' : `${token}\nKeep it now: it is not shown again.\n`}The former secret of ${answer.label} ${until}` }
  },
})

const changed = (answer: Data<typeof changeToken>): string => ('change' in answer ? pendingText(answer.change) : boundsText(answer))

const boundsText = ({ label, hosts, expiresAt }: TokenView): string =>
  `${label} reaches ${hosts?.join(' ') ?? 'everything'}${expiresAt === null ? '' : ` until ${minute(expiresAt)} UTC`}`
