import { fallbackLanguage, languages, usualLanguages } from '@checkin/api/languages'
import { TimeZone } from '@checkin/fleet'
import * as z from 'zod'
import { TenantStations } from './tenant-stations.ts'
import { TenantTexts } from './tenant-texts.ts'

/** What a ticket may take back beside extras that are not paid yet (DEC-282). */
export const ticketUndoKinds = ['paid', 'upgrade', 'driver'] as const

const colour = z.string().regex(/^#[0-9a-fA-F]{3,8}$/).meta({ description: 'A colour as #rgb or #rrggbb.' })
const isoCode = z.string().regex(/^[A-Z]{2}$/).meta({ description: 'ISO 3166 code of a country, two letters.' })
const viewTag = z.enum(['adview', 'upview', 'exview', 'uploadview', 'paymentview', 'precheckoutview'])

/** A switchable part of the flow (DEC-27). */
export const TenantModule = z.strictObject({
  viewTag: viewTag.meta({ description: 'Which step.' }),
  isEnabled: z.boolean().meta({ description: 'Whether renters of this tenant get the step.' }),
  skipAllowed: z.boolean().meta({ description: 'Whether a renter may go on without it; for paymentview: may pay later.' }),
})
export type TenantModule = z.infer<typeof TenantModule>

const FieldRule = z.strictObject({ visible: z.boolean(), mandatory: z.boolean() })
const RuleSet = z.record(z.string().regex(/^[a-zA-Z][a-zA-Z.]*$/), FieldRule)

/** Field rules of both drivers; those of the main driver's second licence stand under `main.second` (DEC-89). */
const FieldRules = z.strictObject({
  main: z.strictObject({ fields: RuleSet, second: RuleSet }).meta({ description: 'Rules of the main driver and of the second licence.' }),
  additional: RuleSet.meta({ description: 'Rules of the additional driver.' }),
})

/** Languages of a tenant, each once; English is what everybody else reads (DEC-112). */
const Locales = z.array(z.enum(languages)).min(1).max(languages.length)
  .refine((named) => new Set(named).size === named.length, { error: 'A language stands twice' })
  .refine((named) => named.includes(fallbackLanguage), { error: 'English is the fallback and has to be among them' })

/** Help beside the telephone (DEC-188): an address of a chat, which leaves this site, so only by https; hours in the company's own words. Empty: none. */
const Help = z.strictObject({
  chatUrl: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)]).default('').meta({ description: 'Address of the company\'s chat, https only; empty for none.' }),
  hours: z.string().max(160).default('').meta({ description: 'When the counter and its telephone are there, in the company\'s words; empty for none.' }),
})

const retentionDays = z.int().min(30).max(7300).nullable().default(null)

/** Everything by which tenants differ. Stored with the tenant and checked at every reading. */
export const TenantSettings = z.strictObject({
  firmName: z.string().min(1).max(80).meta({ description: 'Name of the rental company as renters know it.' }),
  firmLogo: z.base64().max(200_000).meta({ description: 'Logo as base64 of an SVG, PNG, JPEG or WebP; read back it is a PNG of the product\'s own making (DEC-358).' }),
  cssText: z.string().max(20_000).default('').meta({ description: 'Style sheet of the tenant, scoped by the page.' }),
  cssPrimary: colour.nullable().default(null).meta({ description: 'Colour of bars and links; null for the standard one.' }),
  primaryBtn: z.strictObject({ color: colour, backgroundColor: colour }).nullable().default(null).meta({ description: 'Colours of primary buttons; null for white on green.' }),
  currency: z.string().regex(/^[A-Z]{3}$/).meta({ description: 'ISO 4217 code.' }),
  timeZone: TimeZone,
  locales: Locales.default([...usualLanguages]).meta({ description: 'Languages in which renters are served, in the order in which they are offered; English is always one.' }),
  phone: z.string().max(30).meta({ description: 'The counter\'s phone number.' }),
  help: Help.optional().meta({ description: 'Help beside the telephone.' }),
  sender: z.email().meta({ description: 'Address that mail to renters is sent from.' }),
  isUploadAvailable: z.boolean().meta({ description: 'Whether renters may upload pictures of their documents.' }),
  isUploadMandatory: z.boolean().meta({ description: 'Whether they must.' }),
  isDocumentScanAvailable: z.boolean().default(false).meta({ description: 'Whether renters may have the lines at the foot of a document read on their own device.' }),
  isSandbox: z.boolean().default(false).meta({ description: 'Whether payment providers are test ones (DEC-50).' }),
  modules: z.array(TenantModule).max(6).meta({ description: 'Steps of the flow; one that is missing is off.' }),
  offersLayout: z.enum(['steps', 'page']).default('steps').meta({ description: 'Whether the offers come step by step or all on one page (DEC-107).' }),
  driverEntry: z.enum(['steps', 'scan']).default('steps').meta({ description: 'Whether drivers may begin with pictures of their documents, where these can be read on their device (DEC-176).' }),
  pictureHandOver: z.boolean().default(false).meta({ description: 'Whether pictures of documents may be taken by a phone that reads a code from the page (DEC-204).' }),
  driverInvitation: z.boolean().default(false).meta({ description: 'Whether renters may invite the additional driver to fill in the own data (DEC-209).' }),
  invitationHours: z.int().min(1).max(336).default(48).meta({ description: 'How many hours such an invitation is good; never beyond pick-up (DEC-209).' }),
  ticket: z.boolean().default(false).meta({ description: 'Whether a completed check-in has a ticket, to which the confirmation has the link (DEC-206).' }),
  ticketOffline: z.boolean().default(true).meta({ description: 'Whether the renter\'s device keeps such a ticket, so that it opens without a network (DEC-225).' }),
  ticketUndoHours: z.int().min(0).max(336).nullable().default(null).meta({ description: 'How many hours before pick-up renters may last take back by the ticket what they added in check-in; null never (DEC-287).' }),
  ticketUndoIncludes: z.array(z.enum(ticketUndoKinds)).max(ticketUndoKinds.length).default([]).meta({ description: 'What the ticket takes back beside extras that are not paid yet: what was paid, which is refunded the way it came, an upgrade, and the additional driver with the own data (DEC-282).' }),
  smsChannel: z.strictObject({
    countries: z.array(isoCode).min(1).max(60).meta({ description: 'Countries whose mobile numbers get messages; no other ever does.' }),
    perHour: z.int().min(1).max(100_000).default(100).meta({ description: 'Messages within an hour, over all renters.' }),
    uses: z.array(z.enum(['codes', 'links', 'invitations'])).min(1).max(3).default(['codes']).meta({ description: 'What messages bring: codes, links to finish later, invitations of the additional driver (DEC-281, DEC-285).' }),
  }).nullable().default(null).meta({ description: 'Codes and links may go by SMS to the number on file, and invitations to one that is typed, by the tenant\'s sms account; null for mail alone (DEC-230, DEC-285).' }),
  fieldRules: FieldRules,
  validatePostalCode: z.array(isoCode).default([]).meta({ description: 'Countries whose postal codes are checked.' }),
  validateTaxNumber: z.array(isoCode).default([]).meta({ description: 'Countries whose tax numbers are checked.' }),
  documentRetentionDays: z.int().min(0).max(3650).default(30).meta({ description: 'Days after the return for which pictures of documents are kept.' }),
  personalDataRetentionDays: retentionDays.meta({ description: 'Days after the return after which the personal data of a rental are deleted, as by the company\'s own call; null keeps them until it calls.' }),
  pdfRetentionDays: retentionDays.meta({ description: 'Days after the return for which receipts, credit notes and agreements outlast the personal data, as tax law asks; null deletes them together.' }),
  gateways: z.array(z.strictObject({ code: z.string().regex(/^[\w-]{1,40}$/), name: z.string().min(1).max(60) })).max(10).default([]).meta({ description: 'Ways to pay.' }),
  moneyApprovalAbove: z.number().min(0).max(10_000_000).nullable().default(0).meta({ description: 'Refunds, captures and releases that an operator orders above this amount, in the tenant\'s currency, wait for a second person; 0 is every one, null none.' }),
  settingsApproval: z.boolean().default(false).meta({ description: 'Whether changes of these settings wait for a second person (DEC-320).' }),
  texts: TenantTexts.optional().meta({ description: 'Texts of pages, mails and text messages that the company words itself, by language and id; all others are the product\'s (DEC-324).' }),
  stations: TenantStations.optional().meta({ description: 'What the company says of its stations beside what its system gives with reservations (DEC-356).' }),
  terms: z.array(z.string().regex(/^[a-z0-9-]{1,40}$/)).max(5).default([]).meta({ description: 'Tags of the documents that renters must agree to.' }),
})
export type TenantSettings = z.infer<typeof TenantSettings>
