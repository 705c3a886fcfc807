import * as z from 'zod'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Pending } from '../changes/changes.contract.ts'
import { Host } from '../tenants/host.ts'
import { NewTokenWish, TokenHash, tokenProblem } from './token-wish.ts'

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
})

const Reason = z.string().max(500).default('')
const params = z.object({ label: z.string().min(1).max(200) })
const unknown = { status: 404, code: 'UnknownToken' }
const taken = [{ status: 409, code: 'LabelTaken' }, { status: 409, code: 'TokenKnown' }]

export const listTokens = endpoint({
  name: 'listTokens', method: 'GET', path: '/registry/v1/tokens', summary: 'Every token with who it is for, who made and who approved it, until when it holds and when it was used last; never the tokens themselves',
  reach: 'filtered', may: roles, answer: z.object({ tokens: z.array(TokenView) }), errors: [],
})

export const createToken = endpoint({
  name: 'createToken', method: 'POST', path: '/registry/v1/tokens',
  summary: 'Proposes a token: whoever made it keeps it and sends its hash. Answers 202 with the change; the token is valid when a second person approved it',
  reach: 'all', may: ['operator'],
  body: z.strictObject({ ...NewTokenWish.omit({ action: true }).shape, person: z.optional(NewTokenWish.shape.person), reason: Reason })
    .superRefine((wish, context) => { const message = tokenProblem(wish); if (message !== null) context.addIssue({ code: 'custom', message }) }),
  answer: Pending, errors: taken,
})

export const changeToken = endpoint({
  name: 'changeToken', method: 'PATCH', path: '/registry/v1/tokens/:label',
  summary: 'Narrows a token at once: fewer tenants, an earlier end. More tenants, a later end or another token in its place wait for a second person: 202 with the change',
  reach: 'all', may: ['operator', 'approver'], params,
  body: z.strictObject({
    /** Null is every tenant. */
    hosts: z.optional(z.nullable(z.array(Host).min(1))),
    /** Null is for ever. */
    expires: z.optional(z.nullable(z.iso.datetime())),
    /** Of the token that takes its place. */
    hash: z.optional(TokenHash),
    reason: Reason,
  }),
  answer: z.union([Pending, TokenView]), errors: [unknown, { status: 409, code: 'Revoked' }, ...taken],
})

export const revokeToken = endpoint({
  name: 'revokeToken', method: 'DELETE', path: '/registry/v1/tokens/:label', summary: 'Ends a token for ever, from the next call on; needs one person only',
  reach: 'all', may: ['operator', 'approver'], params, query: z.object({ reason: Reason }), answer: TokenView, errors: [unknown],
})

export const getActor = endpoint({
  name: 'getActor',
  method: 'GET',
  path: '/registry/v1/actor',
  summary: 'Whose token this is and what it may do',
  reach: 'own', may: roles,
  answer: z.object({ label: z.string(), role: z.enum(roles), module: z.nullable(z.string()), hosts: z.nullable(z.array(z.string())) }),
  errors: [],
})
