import * as z from 'zod/mini'

type Ignored<Shape, Taken> = { [Field in Exclude<keyof Shape, keyof Taken>]: z.ZodMiniOptional<z.ZodMiniUnknown> }

/**
 * What a client may send back of an entity that it was given: every field of the entity by its exact name, of which only
 * `taken` is looked at. The others are accepted so that an entity can be sent as it is loaded, and have no effect (DEC-23);
 * a field that the entity does not have is refused.
 */
export function sentBack<Shape extends z.core.$ZodShape, const Taken extends z.core.$ZodShape>(
  entity: { readonly shape: Shape }, taken: Taken,
): z.ZodMiniObject<Ignored<Shape, Taken> & Taken, z.core.$strict> {
  const ignored = Object.fromEntries(Object.keys(entity.shape).map((field) => [field, z.optional(z.unknown())])) as Ignored<Shape, Taken>
  return z.strictObject({ ...ignored, ...taken })
}
