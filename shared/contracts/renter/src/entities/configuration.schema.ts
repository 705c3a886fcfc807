import * as z from 'zod/mini'

/** Text and background colour of primary buttons (DEC-88). */
export const ButtonColours = z.object({ color: z.string(), backgroundColor: z.string() })
export type ButtonColours = z.infer<typeof ButtonColours>

/** A switchable part of the flow; found by `viewTag`, pre-checkout by id 6 (DEC-27). */
export const Module = z.object({ id: z.number(), viewTag: z.string(), isEnabled: z.boolean(), skipAllowed: z.boolean() })
export type Module = z.infer<typeof Module>

/** A module's state for one reservation (DEC-71). */
export const ModuleStatus = z.object({ id: z.number(), viewTag: z.string(), isEnabled: z.boolean(), isCompleted: z.boolean(), skipAllowed: z.boolean() })
export type ModuleStatus = z.infer<typeof ModuleStatus>

/** Configuration of a tenant's site (DATA-16). */
export const Config = z.object({
  firmName: z.string(),
  firmLogo: z.nullable(z.string()),
  cssText: z.nullable(z.string()),
  cssPrimary: z.nullable(z.string()),
  primaryBtn: z.nullable(ButtonColours),
  isUploadAvailable: z.boolean(),
  isUploadMandatory: z.boolean(),
  isDocumentScanAvailable: z.optional(z.boolean()),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  modules: z.array(Module),
  timeZone: z.string(),
  locales: z.array(z.string()),
  phone: z.nullable(z.string()),
  isSandbox: z.boolean(),
  providerOrigins: z.optional(z.array(z.string().check(z.regex(/^https?:\/\/[a-z0-9.:[\]-]+$/)))),
})
export type Config = z.infer<typeof Config>

/** A country with its phone prefix and which of its numbers are checked (DATA-17). */
export const Country = z.object({
  id: z.number(),
  country: z.string(),
  isoCode: z.string(),
  phoneCode: z.string(),
  isValidatePostalCode: z.boolean(),
  isValidateTaxNumber: z.boolean(),
})
export type Country = z.infer<typeof Country>

export const DocumentType = z.object({ id: z.string(), name: z.string() })
export type DocumentType = z.infer<typeof DocumentType>

export const Nationality = z.object({ id: z.number(), name: z.string() })
export type Nationality = z.infer<typeof Nationality>

/** Whether a field is shown, and whether it must be filled (DRIVER-20). */
export const FieldRule = z.object({ visible: z.boolean(), mandatory: z.boolean() })
export type FieldRule = z.infer<typeof FieldRule>

const ruleSet = z.record(z.string(), FieldRule)

/** Rules of one driver by field name. */
export type FieldRuleSet = Readonly<Record<string, FieldRule>>

/** Field rules of both drivers; those of the main driver's second licence stand under `main.second` (DEC-89). */
export const FieldRules = z.object({
  main: z.intersection(z.object({ second: ruleSet }), z.record(z.string(), z.union([FieldRule, ruleSet]))),
  additional: ruleSet,
})
export type FieldRules = z.infer<typeof FieldRules>

/** A document that a renter must agree to (API-06). */
export const Term = z.object({
  tag: z.string(),
  title: z.string(),
  /** SHA-256 of the version that the page shows, hexadecimal: an acceptance names it. */
  hash: z.optional(z.string()),
})
export type Term = z.infer<typeof Term>
