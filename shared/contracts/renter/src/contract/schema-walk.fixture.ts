import type * as z from 'zod/mini'

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly valueType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly left?: z.ZodMiniType
  readonly right?: z.ZodMiniType
  readonly in?: z.ZodMiniType
  readonly out?: z.ZodMiniType
}

const definitionOf = (schema: z.ZodMiniType): Definition => schema.def

/** The schemas that stand directly inside another. */
function innerSchemas(schema: z.ZodMiniType): readonly z.ZodMiniType[] {
  const { shape, element, innerType, valueType, options, left, right, in: input, out } = definitionOf(schema)
  return [...(shape ? Object.values(shape) : []), element, innerType, valueType, ...(options ?? []), left, right, input, out].filter((inner) => inner !== undefined)
}

/** A schema and everything inside it, each once. */
export function schemasIn(root: z.ZodMiniType, seen = new Set<z.ZodMiniType>()): ReadonlySet<z.ZodMiniType> {
  if (seen.has(root)) return seen
  seen.add(root)
  for (const inner of innerSchemas(root)) schemasIn(inner, seen)
  return seen
}

/** Fields of an object; null for anything else. */
export const shapeOf = (schema: z.ZodMiniType): Readonly<Record<string, z.ZodMiniType>> | null => definitionOf(schema).shape ?? null

/** Item of a list; null for anything else. */
export const elementOf = (schema: z.ZodMiniType): z.ZodMiniType | null => definitionOf(schema).element ?? null

/** What is left when optional, nullable and default are taken off. */
export function bare(schema: z.ZodMiniType): z.ZodMiniType {
  const { innerType } = definitionOf(schema)
  return innerType ? bare(innerType) : schema
}

/** Whether an object takes no other fields than its own. */
export const isClosed = (schema: z.ZodMiniType): boolean => (schema.def as unknown as { readonly catchall?: z.ZodMiniType }).catchall?.def.type === 'never'
