import type { Schema } from '@checkin/http'

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly innerType?: Schema
  readonly valueType?: Schema
  readonly options?: readonly Schema[]
  readonly left?: Schema
  readonly right?: Schema
  readonly in?: Schema
  readonly out?: Schema
  readonly catchall?: Schema
}

const definitionOf = (schema: Schema): Definition => schema._zod.def

/** The schemas that stand directly inside another. */
function innerSchemas(schema: Schema): readonly Schema[] {
  const { shape, element, innerType, valueType, options, left, right, in: input, out } = definitionOf(schema)
  return [...(shape ? Object.values(shape) : []), element, innerType, valueType, ...(options ?? []), left, right, input, out].filter((inner) => inner !== undefined)
}

/** A schema and everything inside it, each once. */
export function schemasIn(root: Schema, seen = new Set<Schema>()): ReadonlySet<Schema> {
  if (seen.has(root)) return seen
  seen.add(root)
  for (const inner of innerSchemas(root)) schemasIn(inner, seen)
  return seen
}

/** Fields of an object; null for anything else. */
export const shapeOf = (schema: Schema): Readonly<Record<string, Schema>> | null => definitionOf(schema).shape ?? null

/** Item of a list; null for anything else. */
export const elementOf = (schema: Schema): Schema | null => definitionOf(schema).element ?? null

/** What is left when optional, nullable and default are taken off. */
export function bare(schema: Schema): Schema {
  const { innerType } = definitionOf(schema)
  return innerType ? bare(innerType) : schema
}

/** Whether an object takes no other fields than its own. */
export const isClosed = (schema: Schema): boolean => definitionOf(schema).catchall?._zod.def.type === 'never'
