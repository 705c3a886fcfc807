import { ReleasableName, Signed, TenantHost, Version } from '@checkin/releases'
import * as z from 'zod'
import { endpoint, roles } from './endpoint.ts'

/** A hash of the tree, SHA-256 in base64. */
const TreeHash = z.base64().length(44)
const EntryNumber = z.coerce.number().int().positive()
/** Number of entries of the log that is looked at. */
const LogSize = z.coerce.number().int().nonnegative()

const badSize = { status: 400, code: 'NotInLog' }

export const getLogCheckpoint = endpoint({
  name: 'getLogCheckpoint', method: 'GET', path: '/registry/v1/log/checkpoint',
  summary: 'The head of the append-only log as a signed note (C2SP tlog-checkpoint), and the key that signs it: whoever keeps one notices when the log is another one later',
  // Worth what its signature is, and says nothing but how many entries there are.
  access: { roles: 'anyone', reach: 'own' }, answer: z.object({ checkpoint: z.string(), key: z.string() }), errors: [],
})

/** That an entry is in the log of some size. */
export const EntryProof = z.object({ entry: z.int(), size: z.int(), path: z.array(TreeHash) })

export const getLogInclusion = endpoint({
  name: 'getLogInclusion', method: 'GET', path: '/registry/v1/log/proof/inclusion', summary: 'Proves that an entry is in the log of a size (RFC 9162, 2.1.3)',
  access: { roles, reach: 'shared' }, query: z.object({ entry: EntryNumber, size: LogSize }), answer: z.object({ ...EntryProof.shape, leafHash: TreeHash }), errors: [badSize],
})

export const getLogConsistency = endpoint({
  name: 'getLogConsistency', method: 'GET', path: '/registry/v1/log/proof/consistency', summary: 'Proves that the log of one size begins with all of the log of a smaller one (RFC 9162, 2.1.4)',
  access: { roles, reach: 'shared' }, query: z.object({ from: LogSize, to: LogSize }), answer: z.object({ from: z.int(), to: z.int(), path: z.array(TreeHash) }), errors: [badSize],
})

/** So many entries at most are read at once. */
export const mostLogEntries = 1000

export const listLogEntries = endpoint({
  name: 'listLogEntries', method: 'GET', path: '/registry/v1/log/entries', summary: `Entries of the log from one number to another, ${mostLogEntries} at most; of those that a limited token may not see the hash alone`,
  access: { roles, reach: 'filtered' }, query: z.object({ from: EntryNumber, to: EntryNumber }),
  answer: z.object({
    entries: z.array(z.object({
      entry: z.int(), leafHash: TreeHash,
      /** The entry as the tree has it: a JSON array of number, time, actor, action, subject, before, after, reason and the hash of the entry before. Null where it may not be seen, or is gone. */
      leaf: z.nullable(z.string()),
    })),
  }),
  errors: [badSize],
})

/** An entry and the proof that it is in the log of the checkpoint. */
const Proven = z.object({ ...EntryProof.shape, leaf: z.string() })
export type Proven = z.infer<typeof Proven>

/** What the log says of that which a tenant's sessions get: each part with its entry and the proof. Null where there is no entry. */
export const ReleaseEvidence = z.object({
  checkpoint: z.string(), host: TenantHost,
  /** The last change of what the tenant gets. */
  pointer: z.nullable(Proven),
  /** Of each set that a session may get, how it came about. */
  sets: z.array(z.object({ setId: z.int(), made: z.nullable(Proven) })),
  /** Of each version in these sets, what its publisher signed, with which key, and how it was published. */
  versions: z.array(z.object({ name: ReleasableName, version: Version, manifest: Signed, publicKey: z.nullable(z.string()), published: z.nullable(Proven) })),
})
export type ReleaseEvidence = z.infer<typeof ReleaseEvidence>

export const getReleaseEvidence = endpoint({
  name: 'getReleaseEvidence', method: 'GET', path: '/registry/v1/tenants/:host/evidence',
  summary: 'What the log says of the sets that a tenant\'s sessions get now, with proofs: rollout verify compares it with what sites are given',
  access: { roles, reach: 'host' }, params: z.object({ host: TenantHost }), answer: ReleaseEvidence, errors: [{ status: 404, code: 'UnknownTenant' }],
})
