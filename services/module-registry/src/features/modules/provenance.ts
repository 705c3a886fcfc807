import { ServiceError } from '@checkin/server'
import { ReleasableName, Version, type Signed } from '@checkin/releases'
import * as z from 'zod'

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

/** Reads a provenance whose signature was checked. Throws WrongProvenance when it is another version's. */
export function readProvenance({ payload }: Signed, manifest: { readonly name: string; readonly version: string }): Provenance {
  const read = Provenance.safeParse(jsonOf(payload))
  if (read.success && read.data.name === manifest.name && read.data.version === manifest.version) return read.data
  throw new ServiceError(422, 'WrongProvenance', `The provenance is not that of ${manifest.name}@${manifest.version}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
