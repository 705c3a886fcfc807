import { createHash } from 'node:crypto'
import { orderedJson } from './ordered-json.ts'
import type { TenantPointer } from './release-set.ts'

/** SHA-256 of all that decides which set a tenant's sessions get: what the log says of a revision, and what a site got, can be compared by it (DEC-189). */
export function pointerDigest({ host, revision, setId, rollouts, variants, lastGood }: { readonly [Field in keyof TenantPointer]: TenantPointer[Field] extends (infer Item)[] ? readonly Item[] : Readonly<TenantPointer[Field]> }): string {
  return createHash('sha256').update(orderedJson({ host, revision, setId, rollouts, variants, lastGood })).digest('hex')
}
