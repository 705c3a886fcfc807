import * as z from 'zod'
import { Version } from './manifest.ts'

/** Shape of a value, the structural part of JSON Schema: bounds and patterns of a text are not part of the contract. */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  /** Values that there are; a single one is a constant. */
  readonly enum?: readonly unknown[]
}

const ShapeSchema: z.ZodType<Shape> = z.lazy(() => z.strictObject({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  properties: z.optional(z.record(z.string(), ShapeSchema)),
  required: z.optional(z.array(z.string())),
  items: z.optional(ShapeSchema),
  anyOf: z.optional(z.array(ShapeSchema)),
  enum: z.optional(z.array(z.unknown())),
})) as z.ZodType<Shape>

/** Who depends on a shape: readers of what is `given`, writers of what is `taken`, or each in another version, `both`. */
export const Use = z.enum(['given', 'taken', 'both'])
export type Use = z.infer<typeof Use>

/** What others may build on, by a descriptive name (`event driver/driverSaved`); without a shape only its presence is part of the contract. */
const Part = z.strictObject({
  /** The semantic version of this part. */
  version: Version,
  members: z.record(z.string(), z.strictObject({ use: Use, shape: z.optional(ShapeSchema) })),
})
export type ContractPart = z.infer<typeof Part>

/**
 * The public contract of a module version: the shell one part per contract (`shell`, `flow`, `rest`, `ui`), a remote the part `module`.
 * Made by the build, a file of the version, compared when the next one is published.
 */
export const PublicContract = z.record(z.string(), Part)
export type PublicContract = z.infer<typeof PublicContract>
