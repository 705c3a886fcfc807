import { Envelope, FilePath, ReleasableName, Signed, TenantHost, Version } from '@checkin/releases'
import { StackFrame } from '@checkin/telemetry'
import * as z from 'zod'
import { PendingChange } from './changes.ts'
import { endpoint, Notice, Reason, roles } from './endpoint.ts'
import { Selectors } from './release.ts'

const megabyte = 1024 * 1024
const nameParams = z.object({ name: ReleasableName })

/** Where a version comes from; its publisher signs it beside the manifest, so that the same build is the same version from any commit. */
export const Provenance = z.strictObject({
  name: ReleasableName,
  version: Version,
  /** Git commit of the sources, with `-dirty` where files were changed since. */
  commit: z.string().regex(/^([0-9a-f]{40}(-dirty)?|unknown)$/),
  /** What built it: a pipeline's name, or a workstation. */
  builder: z.string().max(100),
  /** SHA-256 of the lock file: every package with its version and hash. */
  packages: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Provenance = z.infer<typeof Provenance>

export const publishModule = endpoint({
  name: 'publishModule', method: 'POST', path: '/registry/v1/modules/:name/versions',
  summary: 'Publishes a version of a module for ever; the same version with the same content may be sent again, with other content it is refused',
  access: { roles: ['publisher'], reach: 'all' }, params: nameParams,
  body: z.strictObject({
    /** The manifest's JSON text, signed by the module's key. */
    manifest: Signed,
    /** Where it was built and from what, signed by the same key. */
    provenance: z.optional(Signed),
    /** How it was built (SLSA provenance v1), signed by the same key; its subjects are the manifest and every file. */
    statement: z.optional(Envelope),
    files: z.array(z.strictObject({ path: FilePath, base64: z.base64() })),
    /** Source maps of its scripts, by the script's file name. Kept apart from the files and shown to operators alone (DEC-314); none are needed. */
    maps: z.optional(z.array(z.strictObject({ file: StackFrame.shape.file, base64: z.base64() })).max(500)),
  }),
  answer: z.object({
    name: ReleasableName,
    version: Version,
    /** True when this very version was there already. */
    repeated: z.boolean(),
    /** Brotli bytes of the module's own scripts and styles. */
    ownBytes: z.int(),
    warnings: z.array(z.string()),
  }),
  statuses: [200, 201],
  errors: [
    { status: 403, code: 'WrongKey' }, { status: 409, code: 'VersionExists' }, { status: 413, code: 'TooLarge' },
    { status: 422, code: 'InvalidManifest' }, { status: 422, code: 'MissingFile' }, { status: 422, code: 'UndeclaredFile' }, { status: 422, code: 'TamperedFile' },
    { status: 422, code: 'TooHeavy' }, { status: 422, code: 'WrongProvenance' }, { status: 422, code: 'UntrueVersion' }, { status: 422, code: 'SecondCopy' }, { status: 422, code: 'StylesReachOutside' },
    { status: 422, code: 'ForeignEvents' }, { status: 422, code: 'InvalidSourceMap' },
  ],
  bodyLimit: 64 * megabyte,
})

export const listModules = endpoint({
  name: 'listModules', method: 'GET', path: '/registry/v1/modules', summary: 'All published versions, newest first, with the tenants that new sessions get them on',
  access: { roles, reach: 'filtered' },
  answer: z.object({
    modules: z.array(z.object({
      name: ReleasableName,
      versions: z.array(z.object({
        version: Version, publishedAt: z.iso.datetime(), publishedBy: z.string(), ownBytes: z.int(), hosts: z.array(z.string()),
        /** Null for a version that was published without. */
        provenance: z.nullable(Provenance.omit({ name: true, version: true })), withdrawn: z.boolean(),
        /** Advised against, for a reason (DEC-253). */
        deprecated: z.boolean(),
      })),
    })),
  }),
  errors: [],
})

export const approveSize = endpoint({
  name: 'approveSize', method: 'PUT', path: '/registry/v1/modules/:name/size-exception', summary: 'Lets a module weigh more than the limit, up to a number of bytes, for a reason',
  access: { roles: ['approver'], reach: 'all' }, params: nameParams,
  body: z.strictObject({ bytes: z.int().positive().max(megabyte), reason: z.string().min(3).max(500) }),
  answer: z.object({ name: ReleasableName, bytes: z.int() }), errors: [],
})

export const killVersion = endpoint({
  name: 'killVersion', method: 'POST', path: '/registry/v1/modules/:name/versions/:version/kill',
  summary: 'Withdraws a version for ever, everywhere: sessions pinned to it drop it at their next page load outside a payment. Never needs a second person',
  access: { roles: ['operator', 'approver'], reach: 'all' }, params: z.object({ name: ReleasableName, version: Version }), body: z.strictObject({ reason: Reason, notice: Notice.default(null) }),
  answer: z.object({
    /** Tenants whose new sessions get another version now. */
    moved: z.array(z.object({ host: TenantHost, version: Version })),
    /** Tenants for which nothing else fits: they have the module no more where the flow has no screen of it (DEC-339), else they show the way to the counter. */
    withoutModule: z.array(TenantHost),
  }),
  errors: [{ status: 404, code: 'UnknownVersion' }],
})

const LabelName = z.string().regex(/^[a-z][a-z0-9-]{1,30}$/).refine((label) => label !== 'inherit', 'inherit is not a label')

export const setLabel = endpoint({
  name: 'setLabel', method: 'PUT', path: '/registry/v1/modules/:name/labels/:label',
  summary: 'Moves a label such as stable or beta to a version; tenants that follow it get that version in watched steps, after a second person where one is needed',
  access: { roles: ['operator'], reach: 'all' }, params: z.object({ name: ReleasableName, label: LabelName }), body: z.strictObject({ version: Version, reason: Reason }),
  answer: z.object({ module: ReleasableName, label: z.string(), version: Version }), errors: [{ status: 404, code: 'UnknownVersion' }],
})

export const listLabels = endpoint({
  name: 'listLabels', method: 'GET', path: '/registry/v1/labels', summary: 'Labels of all modules and the defaults that tenants may inherit',
  access: { roles, reach: 'shared' },
  answer: z.object({
    labels: z.array(z.object({ module: ReleasableName, label: z.string(), version: Version, movedBy: z.string(), movedAt: z.iso.datetime() })),
    defaults: Selectors,
  }),
  errors: [],
})

export const setDefaults = endpoint({
  name: 'setDefaults', method: 'PUT', path: '/registry/v1/defaults',
  summary: 'Sets what tenants get that inherit a module; they follow in watched steps, after a second person where one is needed',
  access: { roles: ['operator'], reach: 'all' }, body: z.strictObject({ modules: Selectors, reason: Reason }), answer: z.object({ defaults: Selectors }),
  errors: [{ status: 400, code: 'InvalidDefault' }, { status: 404, code: 'UnknownVersion' }, { status: 404, code: 'UnknownLabel' }],
})

/** A key that may sign versions of a module. */
export const PublisherKeyView = z.object({
  module: ReleasableName, keyId: z.string(), addedBy: z.string(), approvedBy: z.nullable(z.string()), addedAt: z.iso.datetime(),
  /** When a replaced key stops to count; null for the present key. */
  retiresAt: z.nullable(z.iso.datetime()),
  /** From when on an announced key counts; null for one that counts. */
  startsAt: z.optional(z.nullable(z.iso.datetime())),
})
export type PublisherKeyView = z.infer<typeof PublisherKeyView>

export const listPublisherKeys = endpoint({
  name: 'listPublisherKeys', method: 'GET', path: '/registry/v1/publishers', summary: 'The keys that sign modules now; one that was replaced is listed as long as it still counts, one that is announced before it does',
  access: { roles, reach: 'shared' }, answer: z.object({ keys: z.array(PublisherKeyView) }), errors: [],
})

export const setPublisherKey = endpoint({
  name: 'setPublisherKey', method: 'PUT', path: '/registry/v1/publishers/:module',
  summary: 'Proposes which Ed25519 key signs a module from now on: 202 with the change, which a second person approves. With `from` it is announced: listed at once and valid from then on. The key before it counts for a grace time more. The present key is answered at once',
  access: { roles: ['operator'], reach: 'all' }, params: z.object({ module: ReleasableName }),
  body: z.strictObject({
    publicKey: z.string().max(1000),
    /** From when on it signs, within 90 days; from its approval when left out. */
    from: z.optional(z.iso.datetime()),
    reason: Reason,
  }),
  answer: z.union([PendingChange, z.object({ module: ReleasableName, keyId: z.string() })]), statuses: [200, 202],
  errors: [{ status: 409, code: 'KeyKnown' }, { status: 422, code: 'InvalidKey' }],
})

export const revokePublisherKey = endpoint({
  name: 'revokePublisherKey', method: 'DELETE', path: '/registry/v1/publishers/:module/keys/:keyId', summary: 'Ends a key at once, also within its grace time; needs one person only',
  access: { roles: ['operator', 'approver'], reach: 'all' },
  params: z.object({ module: ReleasableName, keyId: z.string().min(1).max(200) }), query: z.object({ reason: Reason }),
  answer: z.object({ keys: z.array(PublisherKeyView) }), errors: [{ status: 404, code: 'UnknownKey' }],
})
