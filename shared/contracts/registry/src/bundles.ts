import { Envelope, FilePath, ReleasableName, Signed, Version } from '@checkin/releases'
import * as z from 'zod'
import { endpoint, Reason } from './endpoint.ts'
import { setErrors, Settings } from './release.ts'

/** What a bundle holds, without the files: what the registry that made it signs. Files are held by the hashes of the manifests. */
export const BundleIndex = z.object({
  /** Raised when the form changes. */
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** What was asked for: a set's number or a label. */
  of: z.string(),
  settings: Settings,
  versions: z.array(z.object({
    name: ReleasableName, version: Version,
    /** As its publisher signed it. */
    manifest: Signed,
    /** Signed by the publisher; null for a version that was published without, or before registries kept the signature. */
    provenance: z.nullable(Signed),
    /** How it was built, signed by the publisher; left out where there is none. */
    statement: z.optional(Envelope),
  })).min(1),
})
export type BundleIndex = z.infer<typeof BundleIndex>

/** The versions of one release set on the way to another installation (decision 0147). */
export const Bundle = z.strictObject({
  /** JSON text of a `BundleIndex`, signed by the registry that made it. */
  index: Signed,
  /** Public half of that registry's key, SPKI PEM. */
  sealKey: z.string().max(1000),
  files: z.array(z.strictObject({ module: ReleasableName, path: FilePath, base64: z.base64() })),
})
export type Bundle = z.infer<typeof Bundle>

/** A set's number, or a label such as `stable`. */
const BundleSource = z.string().regex(/^([1-9]\d{0,14}|[a-z][a-z0-9-]{1,30})$/, 'must be the number of a set or a label')

export const exportBundle = endpoint({
  name: 'exportBundle', method: 'GET', path: '/registry/v1/bundles/:of',
  summary: 'The versions of a set, or those that carry a label, with files, publishers\' signatures and provenance, signed by this registry for another one',
  access: { roles: ['operator', 'approver'], reach: 'all' }, params: z.object({ of: BundleSource }), answer: Bundle,
  errors: [...setErrors, { status: 404, code: 'UnknownSet' }, { status: 404, code: 'UnknownLabel' }],
})

export const importBundle = endpoint({
  name: 'importBundle', method: 'POST', path: '/registry/v1/bundles',
  summary: 'Takes over the versions of another registry\'s bundle and makes their set. Every publisher\'s key must be known here; all or nothing; a second time changes nothing. No tenant gets the set by that',
  access: { roles: ['operator'], reach: 'all' }, body: z.strictObject({ bundle: Bundle, reason: Reason }),
  answer: z.object({
    setId: z.int().positive(), settings: Settings,
    versions: z.array(z.object({
      name: ReleasableName, version: Version,
      /** True when this very version was here already. */
      repeated: z.boolean(),
    })),
    /** Id of the key that sealed the bundle. */
    sealedBy: z.string(),
  }),
  statuses: [200, 201],
  errors: [
    ...setErrors, { status: 403, code: 'UnknownSource' }, { status: 403, code: 'UnknownPublisher' }, { status: 403, code: 'WrongKey' },
    { status: 409, code: 'VersionExists' }, { status: 409, code: 'Withdrawn' }, { status: 413, code: 'TooLarge' },
    { status: 422, code: 'WrongSeal' }, { status: 422, code: 'InvalidBundle' }, { status: 422, code: 'InvalidManifest' }, { status: 422, code: 'MissingFile' },
    { status: 422, code: 'UndeclaredFile' }, { status: 422, code: 'TamperedFile' }, { status: 422, code: 'WrongProvenance' }, { status: 422, code: 'UntrueVersion' },
  ],
  bodyLimit: 64 * 1024 * 1024,
})
