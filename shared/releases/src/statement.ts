import * as z from 'zod'
import { TenantHost } from './release-set.ts'
import { ReleasableName, Version } from './manifest.ts'

/** SHA-256, hexadecimal. */
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A signed statement on its way (DSSE): the payload is the statement's JSON text in base64. */
export const Envelope = z.strictObject({
  payloadType: z.literal('application/vnd.in-toto+json'),
  payload: z.base64().max(700_000),
  signatures: z.array(z.strictObject({ keyid: z.string().max(64), sig: z.base64().max(200) })).min(1).max(4),
})
export type Envelope = z.infer<typeof Envelope>

/** What somebody says about things that are known by their digests (in-toto Statement v1). */
export const Statement = z.object({
  _type: z.literal('https://in-toto.io/Statement/v1'),
  subject: z.array(z.object({ name: z.string().min(1).max(400), digest: z.object({ sha256: Sha256 }) })).min(1).max(5000),
  predicateType: z.string().max(200),
  predicate: z.unknown(),
})
export type Statement = z.infer<typeof Statement>

/** A statement of a type about subjects, by their names and SHA-256. */
export const statementOf = (predicateType: string, subject: Readonly<Record<string, string>>, predicate: unknown): Statement => ({
  _type: 'https://in-toto.io/Statement/v1', subject: Object.entries(subject).map(([name, sha256]) => ({ name, digest: { sha256 } })), predicateType, predicate,
})

/** Types of statements. */
export const predicateTypes = {
  provenance: 'https://slsa.dev/provenance/v1',
  rehearsal: 'urn:checkin:attestation:rehearsal:v1',
  conformance: 'urn:checkin:attestation:conformance:v1',
} as const

/** Form and meaning of a build's `externalParameters`, which SLSA wants to be named. */
export const buildType = 'urn:checkin:build:module:v1'

/** Where a version comes from (SLSA provenance v1, as far as a build here says it). */
export const SlsaProvenance = z.object({
  buildDefinition: z.object({
    buildType: z.literal(buildType),
    externalParameters: z.object({ module: ReleasableName, version: Version }),
    /** Sources by git commit, where there is one, and the lock file by its SHA-256. */
    resolvedDependencies: z.array(z.object({ name: z.string().max(200), digest: z.record(z.string().max(40), z.string().regex(/^[0-9a-f]{40,64}$/)), annotations: z.optional(z.record(z.string(), z.unknown())) })).max(50),
  }),
  runDetails: z.object({
    builder: z.object({ id: z.string().min(1).max(300), version: z.record(z.string().max(40), z.string().max(100)) }),
    metadata: z.optional(z.object({ invocationId: z.optional(z.string().max(300)), finishedOn: z.optional(z.iso.datetime()) })),
  }),
})
export type SlsaProvenance = z.infer<typeof SlsaProvenance>

const result = { passed: z.boolean(), at: z.iso.datetime(), builder: z.string().max(200) }

/** A renter's journey that was run with a release set in a browser; its subject is the set. */
export const ReleaseTestResult = z.strictObject({
  ...result, setId: z.int().positive(), journey: z.enum(['check-in', 'pre-checkout']), host: TenantHost, module: ReleasableName,
  /** The screen at which it failed; null when it passed. */
  step: z.nullable(z.string().regex(/^[a-z][a-z-]{0,59}$/)),
})
export type ReleaseTestResult = z.infer<typeof ReleaseTestResult>

/** A module that was held against its contract in a browser; its subjects are the files of the build. */
export const ConformanceResult = z.strictObject({
  ...result, module: ReleasableName, version: Version,
  /** What did not hold; empty when it passed. */
  problems: z.array(z.string().max(300)).max(50),
})
export type ConformanceResult = z.infer<typeof ConformanceResult>
