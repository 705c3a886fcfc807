import * as z from 'zod'

const text = (longest: number) => z.string().max(longest)
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null)
const minor = z.int()

/** Further facts of an extra; amounts in minor units. */
export const ExtraDetails = z.strictObject({
  additionalDayValue: optional(minor), originalDayValue: optional(minor),
  extraRateValue: optional(minor), minValue: optional(minor),
  maxValue: optional(minor),
  extraPerValue: optional(minor), kmsFree: optional(z.number()), kmsPlafondQuantity: optional(z.number()),
  youngDriverMinAge: optional(z.int()), youngDriverMaxAge: optional(z.int()),
  salePerformedBy: optional(text(80)), salePerformedOn: optional(z.iso.date()),
  /** Left out: the price is shown wherever there is one. */
  showPrice: z.boolean().optional(),
})
export type ExtraDetails = z.infer<typeof ExtraDetails>

/** What a driver is liable for, in minor units (DATA-09). */
export const Excess = z.strictObject({ cdw: optional(minor), theft: optional(minor), optional: optional(minor) })
export type Excess = z.infer<typeof Excess>

/** The car as the company hands it over (DEC-131). */
export const VehicleCondition = z.strictObject({ damages: optional(z.int()), fuelEighths: optional(z.int()), mileageKm: optional(z.int()) })
export type VehicleCondition = z.infer<typeof VehicleCondition>

/** What the company says of a station (DEC-185), as it was put. */
export const StoredStation = z.strictObject({
  address: optional(text(200)), latitude: optional(z.number()), longitude: optional(z.number()),
  hours: optional(z.array(z.strictObject({ days: z.array(z.int()), from: z.string(), to: z.string() }))),
  keys: optional(z.enum(['counter', 'keybox'])),
})
export type StoredStation = z.infer<typeof StoredStation>
