import { ReleasableName, TenantHost } from '@checkin/releases'
import * as z from 'zod'
import { PendingChange } from './changes.ts'
import { endpoint, Reason, roles } from './endpoint.ts'

/** SHA-256 of a token, base64url: what is kept of it. */
export const TokenHash = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be the SHA-256 of the token, base64url')

/** Names of the audit that are nobody's token. */
const reserved: readonly string[] = ['first-operator', 'registry', 'nobody']

/** One line of plain letters: it stands in the audit, and must not look like another. */
export const Name = z.string().trim().regex(/^[\p{L}\p{N}][\p{L}\p{N} .@_+-]{1,98}[\p{L}\p{N}]$/u, 'must be 3 to 100 letters, digits or . @ _ + -').normalize('NFKC')

/** A token that is to be made. */
export const NewTokenRequest = z.strictObject({
  action: z.literal('new'),
  label: Name.refine((label) => !reserved.includes(label.toLowerCase()), 'is a name of the registry itself'),
  /** Whom it is for; the label when left out. */
  person: Name,
  role: z.enum(roles),
  /** The module of a publisher. */
  module: z.optional(ReleasableName),
  /** Tenants that the token is limited to; all when left out. */
  hosts: z.optional(z.array(TenantHost).min(1)),
  /** From when on it counts no more; the registry's usual lifetime when left out. */
  expires: z.optional(z.iso.datetime()),
  hash: TokenHash,
})

/** Why there can be no such token; null when there can. A version is everybody's, so who publishes is not limited to tenants. */
function tokenProblem({ role, module, hosts }: Pick<z.infer<typeof NewTokenRequest>, 'role' | 'module' | 'hosts'>): string | null {
  if ((role === 'publisher') !== (module !== undefined)) return 'a publisher needs a module, nobody else has one'
  return role === 'publisher' && hosts !== undefined ? 'a publisher is not limited to tenants: what it publishes is everybody\'s' : null
}

/** A token as people see it; never the token and never its hash. */
export const TokenView = z.object({
  label: z.string(),
  /** Whom it is for; two tokens of one person are not two persons. */
  person: z.string(),
  role: z.enum(roles), module: z.nullable(z.string()), hosts: z.nullable(z.array(z.string())),
  /** Null for tokens of the installation and of the demo. */
  madeBy: z.nullable(z.string()), approvedBy: z.nullable(z.string()),
  createdAt: z.iso.datetime(), expiresAt: z.nullable(z.iso.datetime()),
  /** To the minute. */
  lastUsedAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()), revokedBy: z.nullable(z.string()),
  /** Until when the secret before the present one counts too; null where none does. */
  formerUntil: z.optional(z.nullable(z.iso.datetime())),
})
export type TokenView = z.infer<typeof TokenView>

/** Hours in which a former secret still counts beside the one in its place. */
const graceHours = z.number().min(0).max(24 * 30)

const params = z.object({ label: z.string().min(1).max(200) })
const unknown = { status: 404, code: 'UnknownToken' }
const tooLong = { status: 400, code: 'LifetimeTooLong' }
const taken = [{ status: 409, code: 'LabelTaken' }, { status: 409, code: 'TokenKnown' }]

export const listTokens = endpoint({
  name: 'listTokens', method: 'GET', path: '/registry/v1/tokens', summary: 'Every token with who it is for, who made and who approved it, until when it holds and when it was used last; never the tokens themselves',
  access: { roles, reach: 'filtered' }, answer: z.object({ tokens: z.array(TokenView) }), errors: [],
})

export const createToken = endpoint({
  name: 'createToken', method: 'POST', path: '/registry/v1/tokens',
  summary: 'Proposes a token: whoever made it keeps it and sends its hash. Answers 202 with the change; the token is valid when a second person approved it',
  access: { roles: ['operator'], reach: 'all' },
  body: z.strictObject({ ...NewTokenRequest.omit({ action: true }).shape, person: z.optional(NewTokenRequest.shape.person), reason: Reason })
    .superRefine((request, context) => { const message = tokenProblem(request); if (message !== null) context.addIssue({ code: 'custom', message }) }),
  answer: PendingChange, statuses: [202], errors: [tooLong, ...taken],
})

export const changeToken = endpoint({
  name: 'changeToken', method: 'PATCH', path: '/registry/v1/tokens/:label',
  summary: 'Narrows a token at once: fewer tenants, an earlier end. More tenants, a later end or another token in its place wait for a second person: 202 with the change',
  access: { roles: ['operator', 'approver'], reach: 'all' }, params,
  body: z.strictObject({
    /** Null is every tenant. */
    hosts: z.optional(z.nullable(z.array(TenantHost).min(1))),
    /** Null is as long as a token may last. */
    expires: z.optional(z.nullable(z.iso.datetime())),
    /** Of the token that takes its place. */
    hash: z.optional(TokenHash),
    /** So long the present one counts beside it; it ends at once when left out. */
    graceHours: z.optional(graceHours),
    reason: Reason,
  }),
  answer: z.union([PendingChange, TokenView]), statuses: [200, 202], errors: [unknown, tooLong, { status: 409, code: 'Revoked' }, ...taken],
})

export const rotateToken = endpoint({
  name: 'rotateToken', method: 'POST', path: '/registry/v1/actor/rotation',
  summary: 'Puts a new secret in the place of the one that makes this call, whose holder alone may do it: same person, role, tenants and end. The former one counts for a grace time more',
  access: { roles, reach: 'own' }, body: z.strictObject({ hash: TokenHash, graceHours: graceHours.default(24), reason: Reason }),
  answer: TokenView, errors: [{ status: 409, code: 'NotRotatable' }, { status: 409, code: 'TokenKnown' }],
})

export const revokeToken = endpoint({
  name: 'revokeToken', method: 'DELETE', path: '/registry/v1/tokens/:label', summary: 'Ends a token for ever, from the next call on; needs one person only',
  access: { roles: ['operator', 'approver'], reach: 'all' }, params, query: z.object({ reason: Reason }), answer: TokenView, errors: [unknown],
})

export const getActor = endpoint({
  name: 'getActor', method: 'GET', path: '/registry/v1/actor', summary: 'Whose token this is and what it may do',
  access: { roles, reach: 'own' },
  answer: z.object({
    label: z.string(), role: z.enum(roles), module: z.nullable(z.string()), hosts: z.nullable(z.array(z.string())),
    identity: z.optional(z.object({ persons: z.array(z.string()), behind: z.array(z.string()) })).meta({ description: 'Who stands behind the token: what a second person is compared with.' }),
  }),
  errors: [],
})

export const getAudit = endpoint({
  name: 'getAudit', method: 'GET', path: '/registry/v1/audit',
  summary: 'Who changed what, when, from what to what and why, newest first; says whether the chain is whole',
  access: { roles, reach: 'filtered' },
  query: z.object({ subject: z.optional(z.string().max(253)), limit: z.coerce.number().int().min(1).max(1000).default(100),
    /** Only entries with a lower number. */
    before: z.optional(z.coerce.number().int().min(1)),
    /** Whether the chain is checked too, which reads all of it. */
    chain: z.enum(['checked', 'unchecked']).default('checked') }),
  answer: z.object({
    /** Number of the first entry that is not what was written; null when all are, or when that was not asked. */
    firstBroken: z.nullable(z.int()),
    entries: z.array(z.object({
      entry: z.int(), at: z.iso.datetime(), actor: z.string(), action: z.string(), subject: z.string(),
      before: z.unknown(), after: z.unknown(), reason: z.string(), hash: z.string(),
    })),
  }),
  errors: [],
})
