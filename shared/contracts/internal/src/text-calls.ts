import { Config } from '@checkin/api'
import { languages } from '@checkin/api/languages'
import * as z from 'zod'
import { TenantTexts } from './tenant-texts.ts'

/** Texts of the product in one language, by id. */
export const ProductTexts = z.object({
  texts: z.record(z.string(), z.string()),
  mails: z.array(z.string()).meta({ description: 'Names of the mails that can be previewed; their texts begin with the name and a dot.' }),
}).meta({ id: 'ProductTexts' })
export type ProductTexts = z.infer<typeof ProductTexts>

/** Which mail is shown, and with which texts of the company's own; all others are the product's. */
export const MailPreviewRequest = z.strictObject({ language: z.enum(languages), texts: TenantTexts })

/** A mail in both forms, as mail programs get it. */
export const WrittenMail = z.object({ subject: z.string(), text: z.string(), html: z.string() }).meta({ id: 'WrittenMail' })
export type WrittenMail = z.infer<typeof WrittenMail>

/** By host name. */
export const SiteTexts = z.object({ rows: z.array(z.object({ host: z.string(), texts: TenantTexts })) }).meta({ id: 'SiteTexts' })

/** What the site shows of a draft: all that it shows of settings. */
export const SiteDraft = z.object({ config: Config, texts: TenantTexts.optional() }).meta({ id: 'SiteDraft' })
