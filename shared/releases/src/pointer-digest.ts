import { createHash } from 'node:crypto'
import type { TenantPointer } from './release-set.ts'

/** JSON with the names of every object in order, so that it is the same text wherever the object came from. */
function orderedJson(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) => (typeof each === 'object' && each !== null && !Array.isArray(each)
    ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))) : each))
}

/** SHA-256 of all that decides which set a tenant's sessions get: what the log says of a revision, and what a site got, can be compared by it (DEC-189). */
export function pointerDigest({ host, revision, setId, rollouts, variants, lastGood }: { readonly [Field in keyof TenantPointer]: TenantPointer[Field] extends (infer Item)[] ? readonly Item[] : Readonly<TenantPointer[Field]> }): string {
  return createHash('sha256').update(orderedJson({ host, revision, setId, rollouts, variants, lastGood })).digest('hex')
}
