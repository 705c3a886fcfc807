import * as z from 'zod'
import { FilePath, ReleasableName, Signed, Version } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Provenance } from './provenance.ts'

const megabyte = 1024 * 1024

export const publishModule = endpoint({
  name: 'publishModule',
  method: 'POST',
  path: '/registry/v1/modules/:name/versions',
  summary: 'Publishes a version of a module for ever; the same version with the same content may be sent again, with other content it is refused',
  reach: 'all', may: ['publisher'],
  params: z.object({ name: ReleasableName }),
  body: z.strictObject({
    /** The manifest's JSON text, signed by the module's key. */
    manifest: Signed,
    /** Where it was built and from what, signed by the same key. */
    provenance: z.optional(Signed),
    files: z.array(z.strictObject({ path: FilePath, base64: z.base64() })),
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
  errors: [
    { status: 403, code: 'WrongKey' }, { status: 409, code: 'VersionExists' }, { status: 413, code: 'TooLarge' },
    { status: 422, code: 'InvalidManifest' }, { status: 422, code: 'MissingFile' }, { status: 422, code: 'UndeclaredFile' }, { status: 422, code: 'TamperedFile' },
    { status: 422, code: 'TooHeavy' }, { status: 422, code: 'WrongProvenance' }, { status: 422, code: 'UntrueVersion' },
  ],
  bodyLimit: 64 * megabyte,
})

export const listModules = endpoint({
  name: 'listModules',
  method: 'GET',
  path: '/registry/v1/modules',
  summary: 'All published versions, newest first, with the tenants that new sessions get them on',
  reach: 'filtered', may: roles,
  answer: z.object({
    modules: z.array(z.object({
      name: ReleasableName,
      versions: z.array(z.object({
        version: Version, publishedAt: z.iso.datetime(), publishedBy: z.string(), ownBytes: z.int(), hosts: z.array(z.string()),
        /** Null for a version that was published without. */
        provenance: z.nullable(Provenance.omit({ name: true, version: true })), withdrawn: z.boolean(),
      })),
    })),
  }),
  errors: [],
})

export const approveSize = endpoint({
  name: 'approveSize',
  method: 'PUT',
  path: '/registry/v1/modules/:name/size-exception',
  summary: 'Lets a module weigh more than the limit, up to a number of bytes, for a reason',
  reach: 'all', may: ['approver'],
  params: z.object({ name: ReleasableName }),
  body: z.strictObject({ bytes: z.int().positive().max(megabyte), reason: z.string().min(3).max(500) }),
  answer: z.object({ name: ReleasableName, bytes: z.int() }),
  errors: [],
})
