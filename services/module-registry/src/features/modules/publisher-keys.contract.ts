import * as z from 'zod'
import { ReleasableName } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Pending } from '../changes/changes.contract.ts'

/** A key that may sign versions of a module. */
export const PublisherKeyView = z.object({
  module: ReleasableName, keyId: z.string(), addedBy: z.string(), approvedBy: z.nullable(z.string()), addedAt: z.iso.datetime(),
  /** When a key that was replaced stops to count; null for the key that holds. */
  retiresAt: z.nullable(z.iso.datetime()),
})

const Reason = z.string().max(500).default('')

export const listPublisherKeys = endpoint({
  name: 'listPublisherKeys', method: 'GET', path: '/registry/v1/publishers', summary: 'The keys that sign modules now; one that was replaced is listed as long as it still counts',
  reach: 'shared', may: roles, answer: z.object({ keys: z.array(PublisherKeyView) }), errors: [],
})

export const setPublisherKey = endpoint({
  name: 'setPublisherKey', method: 'PUT', path: '/registry/v1/publishers/:module',
  summary: 'Proposes which Ed25519 key signs a module from now on: 202 with the change, which a second person approves. The key before it counts for a grace time more. A key that holds already is answered at once',
  reach: 'all', may: ['operator'],
  params: z.object({ module: ReleasableName }),
  body: z.strictObject({ publicKey: z.string().max(1000), reason: Reason }),
  answer: z.union([Pending, z.object({ module: ReleasableName, keyId: z.string() })]),
  errors: [{ status: 422, code: 'InvalidKey' }],
})

export const revokePublisherKey = endpoint({
  name: 'revokePublisherKey', method: 'DELETE', path: '/registry/v1/publishers/:module/keys/:keyId',
  summary: 'Ends a key at once, also within its grace time; needs one person only',
  reach: 'all', may: ['operator', 'approver'],
  params: z.object({ module: ReleasableName, keyId: z.string().min(1).max(200) }), query: z.object({ reason: Reason }),
  answer: z.object({ keys: z.array(PublisherKeyView) }), errors: [{ status: 404, code: 'UnknownKey' }],
})
