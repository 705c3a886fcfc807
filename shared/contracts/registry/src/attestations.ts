import { Envelope, ReleasableName, Version } from '@checkin/releases'
import * as z from 'zod'
import { PendingChange } from './changes.ts'
import { endpoint, Reason, roles } from './endpoint.ts'

const RunnerLabel = z.string().regex(/^[a-z0-9][a-z0-9 ._-]{1,60}$/, 'must be a short name of small letters and digits')

/** A key that signs what a runner of tests saw. */
export const RunnerKeyView = z.object({
  keyId: z.string(), label: z.string(),
  /** Whose it is: this person publishes nothing of what it attests. */
  person: z.string(),
  /** Modules that it attests, and sets with them; null is any. */
  modules: z.nullable(z.array(ReleasableName)),
  addedBy: z.string(), approvedBy: z.string(), addedAt: z.iso.datetime(), expiresAt: z.iso.datetime(),
  revokedAt: z.nullable(z.iso.datetime()), revokedBy: z.nullable(z.string()),
})
export type RunnerKeyView = z.infer<typeof RunnerKeyView>

export const listRunnerKeys = endpoint({
  name: 'listRunnerKeys', method: 'GET', path: '/registry/v1/runners', summary: 'Every key of a runner with whose it is, what it attests and until when; revoked and ended ones too',
  access: { roles, reach: 'shared' }, answer: z.object({ keys: z.array(RunnerKeyView) }), errors: [],
})

export const setRunnerKey = endpoint({
  name: 'setRunnerKey', method: 'PUT', path: '/registry/v1/runners/:label',
  summary: 'Proposes a key that signs results of rehearsals and conformance runs, for a person and until a day: 202 with the change, which a second person approves',
  access: { roles: ['operator'], reach: 'all' }, params: z.object({ label: RunnerLabel }),
  body: z.strictObject({
    /** Ed25519, SPKI PEM. */
    publicKey: z.string().max(1000), person: z.string().min(1).max(200), modules: z.optional(z.array(ReleasableName).min(1)),
    /** A year ahead at most; half a year when left out. */
    expires: z.optional(z.iso.datetime()), reason: Reason,
  }),
  answer: PendingChange, statuses: [202], errors: [{ status: 400, code: 'LifetimeTooLong' }, { status: 409, code: 'KeyKnown' }, { status: 422, code: 'InvalidKey' }],
})

export const revokeRunnerKey = endpoint({
  name: 'revokeRunnerKey', method: 'DELETE', path: '/registry/v1/runners/:keyId', summary: 'Ends a runner\'s key at once; what it attested counts no more. Needs one person only',
  access: { roles: ['operator', 'approver'], reach: 'all' }, params: z.object({ keyId: z.string().max(64) }), query: z.object({ reason: Reason }), answer: RunnerKeyView, errors: [{ status: 404, code: 'UnknownKey' }],
})

/** What a runner attested. */
export const AttestationView = z.object({
  id: z.int(), kind: z.enum(['rehearsal', 'conformance']), passed: z.boolean(),
  /** `set 12`, or `mfe-driver@1.2.0`. */
  subject: z.string(), keyId: z.string(), runner: z.string(), at: z.iso.datetime(), receivedAt: z.iso.datetime(), envelope: Envelope,
})

export const addAttestation = endpoint({
  name: 'addAttestation', method: 'POST', path: '/registry/v1/attestations',
  summary: 'Keeps a result that a runner signed (in-toto statement in a DSSE envelope) over the digests of a set or a version; the signature counts, whoever brings it. The same one again changes nothing',
  access: { roles, reach: 'all' }, body: z.strictObject({ envelope: Envelope }), answer: AttestationView, statuses: [200, 201],
  errors: [
    { status: 403, code: 'UnknownRunner' }, { status: 403, code: 'SamePerson' }, { status: 404, code: 'NotFound' },
    { status: 422, code: 'InvalidAttestation' }, { status: 422, code: 'OtherDigest' }, { status: 422, code: 'Outdated' },
  ],
})

export const listAttestations = endpoint({
  name: 'listAttestations', method: 'GET', path: '/registry/v1/attestations', summary: 'What runners attested of a set (`set 12`) or a version (`mfe-driver@1.2.0`), newest first, with the signed statements',
  access: { roles, reach: 'all' }, query: z.object({ subject: z.string().max(200) }), answer: z.object({ attestations: z.array(AttestationView) }), errors: [],
})

export const getProvenance = endpoint({
  name: 'getProvenance', method: 'GET', path: '/registry/v1/modules/:name/versions/:version/provenance', summary: 'How a version was built: the SLSA provenance that its publisher signed, and the key',
  access: { roles, reach: 'shared' }, params: z.object({ name: ReleasableName, version: Version }),
  answer: z.object({
    name: ReleasableName, version: Version, publishedBy: z.string(), publishedAt: z.iso.datetime(),
    /** Null for a version that was published without. */
    statement: z.nullable(Envelope),
    /** Public half of the key that signed the version, SPKI PEM; null where the registry has it no more. */
    publicKey: z.nullable(z.string()),
  }),
  errors: [{ status: 404, code: 'UnknownVersion' }],
})
