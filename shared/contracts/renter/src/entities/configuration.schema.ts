import { describeSchema, descriptionsOf } from '@checkin/http'
import * as z from 'zod/mini'

/** Text and background colour of primary buttons (DEC-88). */
export const ButtonColours = z.object({ color: z.string(), backgroundColor: z.string() })
/* @__PURE__ */ describeSchema(ButtonColours, () => ({
  id: 'ButtonColours', description: 'Colours of a button as CSS colours.',
  fields: { color: 'Colour of the label.', backgroundColor: 'Colour of the button.' },
}))

/** A switchable part of the flow; found by `viewTag`, pre-checkout by id 6 (DEC-27). */
export const Module = z.object({ id: z.number(), viewTag: z.string(), isEnabled: z.boolean(), skipAllowed: z.boolean() })
export type Module = z.infer<typeof Module>
/* @__PURE__ */ describeSchema(Module, () => ({
  id: 'Module', description: 'A switchable step of the flow.',
  fields: {
    id: 'Fixed number of the module: 1 additional driver, 2 upgrade, 3 extras, 4 upload, 5 payment, 6 pre-checkout.',
    viewTag: 'Fixed name of the module: adview, upview, exview, uploadview, paymentview, precheckoutview.',
    isEnabled: 'Whether the step is part of the flow.',
    skipAllowed: 'Whether a renter may go on without it; for payment, whether it may be paid later.',
  },
}))

/** A module's state for one reservation (DEC-71). */
export const ModuleStatus = z.object({ id: z.number(), viewTag: z.string(), isEnabled: z.boolean(), isCompleted: z.boolean(), skipAllowed: z.boolean() })
export type ModuleStatus = z.infer<typeof ModuleStatus>
/* @__PURE__ */ describeSchema(ModuleStatus, () => ({
  id: 'ModuleStatus', description: 'A step for one reservation; it overrides the configuration.',
  fields: { ...descriptionsOf(Module), isCompleted: 'Whether this reservation has done with it.' },
}))

/** Help beside the telephone (DEC-188). */
export const Help = z.object({ chatUrl: z.optional(z.string()), hours: z.optional(z.string()) })
/* @__PURE__ */ describeSchema(Help, () => ({
  id: 'Help', description: 'Help beside the telephone.',
  fields: { chatUrl: "An https address of the company's chat; missing for none.", hours: "When the counter and its telephone are there, in the company's words; missing for none." },
}))

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
  offersLayout: z.optional(z.enum(['steps', 'page'])),
  driverEntry: z.optional(z.enum(['steps', 'scan'])),
  pictureHandOver: z.optional(z.boolean()),
  driverInvitation: z.optional(z.boolean()),
  smsChannel: z.optional(z.boolean()),
  smsLinks: z.optional(z.boolean()),
  ticketOffline: z.optional(z.boolean()),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  modules: z.array(Module),
  timeZone: z.string(),
  locales: z.array(z.string()),
  phone: z.nullable(z.string()),
  help: z.optional(Help),
  isSandbox: z.boolean(),
  providerOrigins: z.optional(z.array(z.string().check(z.regex(/^https?:\/\/[a-z0-9.:[\]-]+$/)))),
})
export type Config = z.infer<typeof Config>
/* @__PURE__ */ describeSchema(Config, () => ({
  id: 'Config', description: "Configuration of a rental company's site.",
  fields: {
    firmName: 'Name of the rental company as renters know it.',
    firmLogo: 'Logo as base64, with or without a data prefix; null for none.',
    cssText: 'Styles of the company, used only inside its pages and without addresses of other hosts; null for none.',
    cssPrimary: 'Colour of the progress bar and of links as a CSS colour; null for the default.',
    primaryBtn: 'Colours of the main buttons; null for white on green.',
    isUploadAvailable: 'Whether renters may upload pictures of documents.',
    isUploadMandatory: 'Whether they must, where upload is available.',
    isDocumentScanAvailable: 'Whether the machine-readable zone of a document may be read on the renter\'s own device; off when missing.',
    offersLayout: 'Whether the offers of the main flow come step by step or all on one page; steps when missing.',
    driverEntry: 'Whether a driver\'s data begin with pictures of the documents, beside the fields to type, or with the fields alone; steps when missing (DEC-176).',
    pictureHandOver: 'Whether pictures of documents may be taken by a phone that reads a code from this page; off when missing (DEC-204).',
    driverInvitation: 'Whether the additional driver may be invited to fill in the own data; off when missing (DEC-209).',
    smsChannel: 'Whether a code may be offered by text message; off when missing (DEC-230).',
    smsLinks: 'Whether a link to finish later may be offered by text message; off when missing (DEC-281).',
    ticketOffline: 'Whether a device keeps a ticket that it showed, so that it opens without a network; off when missing (DEC-225).',
    currency: 'ISO 4217 code of every amount, for example EUR.',
    modules: 'Switchable steps; one that is missing is off.',
    timeZone: "IANA time zone of the company's day, which decides what today is.",
    locales: 'Languages in which the company is served, in the order in which they are offered; English is the fallback (DEC-112).',
    phone: 'Telephone of the counter, for messages; null for none.',
    help: 'Help beside the telephone; missing for none.',
    isSandbox: 'Whether payments are rehearsals: only then the test page makes card tokens.',
    providerOrigins: 'Origins of the company\'s card provider, which payment pages may load scripts and frames from; none when missing.',
  },
}))

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
/* @__PURE__ */ describeSchema(Country, () => ({
  id: 'Country', description: 'A country and what is known of its numbers.',
  fields: {
    id: 'Number of the country, used wherever a country is chosen.',
    country: 'Name of the country in the language of the page.',
    isoCode: 'ISO 3166-1 code of two letters.',
    phoneCode: 'Telephone prefix without plus sign.',
    isValidatePostalCode: 'Whether zip codes are looked up, so that the city follows from them.',
    isValidateTaxNumber: 'Whether tax numbers are checked, and therefore needed.',
  },
}))

export const DocumentType = z.object({ id: z.string(), name: z.string() })
export type DocumentType = z.infer<typeof DocumentType>
/* @__PURE__ */ describeSchema(DocumentType, () => ({ id: 'DocumentType', description: 'A kind of identity document.', fields: { id: 'What is stored.', name: 'Its name in the language of the page.' } }))

export const Nationality = z.object({ id: z.number(), name: z.string() })
export type Nationality = z.infer<typeof Nationality>
/* @__PURE__ */ describeSchema(Nationality, () => ({ id: 'Nationality', description: 'A nationality.', fields: { id: 'What is stored.', name: 'Its name in the language of the page.' } }))

/** Whether a field is shown, and whether it must be filled (DRIVER-20). */
export const FieldRule = z.object({ visible: z.boolean(), mandatory: z.boolean() })
export type FieldRule = z.infer<typeof FieldRule>
/* @__PURE__ */ describeSchema(FieldRule, () => ({
  id: 'FieldRule', description: 'How the company wants one field.',
  fields: { visible: 'Whether it is shown.', mandatory: 'Whether it must be filled, where it is shown.' },
}))

const ruleSet = z.record(z.string(), FieldRule)

/** Rules of one driver by field name. */
export type FieldRuleSet = Readonly<Record<string, FieldRule>>

/** Field rules of both drivers; those of the main driver's second licence stand under `main.second` (DEC-89). */
export const FieldRules = z.object({
  main: z.intersection(z.object({ second: ruleSet }), z.record(z.string(), z.union([FieldRule, ruleSet]))),
  additional: ruleSet,
})
export type FieldRules = z.infer<typeof FieldRules>
/* @__PURE__ */ describeSchema(FieldRules, () => ({
  id: 'FieldRules', description: 'Which fields of a driver are shown and needed.',
  fields: {
    main: 'Rules of the main driver by field name; those of the documents stand in groups, of the second licence under `second`.',
    additional: 'Rules of the additional driver by field name.',
  },
}))

/** A document that a renter must agree to (API-06). */
export const Term = z.object({
  tag: z.string(),
  title: z.string(),
  /** SHA-256 of the version that the page shows, hexadecimal: an acceptance names it. */
  hash: z.optional(z.string()),
})
export type Term = z.infer<typeof Term>
/* @__PURE__ */ describeSchema(Term, () => ({
  id: 'Term', description: 'A document that a renter must agree to.',
  fields: { tag: 'What its PDF is asked for by.', title: 'Its title in the language of the page.', hash: 'SHA-256 of the version that is listed; an acceptance names it.' },
}))
