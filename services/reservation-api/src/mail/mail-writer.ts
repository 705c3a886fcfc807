import type { TenantTexts } from '@checkin/internal'
import type { Language } from '@checkin/i18n'
import type { MailAttachment } from '@checkin/server/mail'
import type * as z from 'zod'
import { siteAddress, type SiteScheme } from '../tenants/site-address.ts'
import type { Letterhead } from '../documents/pdf/pdf-page.ts'
import { letterheadOf, type Tenant } from '../tenants/tenant-store.ts'
import type { MailKind } from './tables.ts'

/** What the tenant's record says about its mails: the only source of names and addresses in them (DEC-06). */
export interface MailTenant extends Letterhead {
  readonly id: string
  readonly host: string
  /** Address that mail is sent from. */
  readonly sender: string
  /** Origin of the tenant's site. */
  readonly site: string
  /** Texts that the company words itself; all others are the product's. */
  readonly texts?: TenantTexts | undefined
}

/** Subject and both forms of a mail. */
export interface WrittenMail {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
}

/** Whom a mail is written to, and from whom. */
export interface MailOccasion {
  readonly tenant: MailTenant
  readonly reservationId: string
  readonly language: Language
}

/** Writes the mails of one kind out of what waited in the outbox. One that throws is asked again later. */
export interface MailWriter<Payload = unknown> {
  readonly payload: z.ZodType<Payload>
  readonly write: (occasion: MailOccasion, payload: Payload) => Promise<WrittenMail> | WrittenMail
}

/** A writer without its payload's type, for a worker that knows only kinds. */
export const mailWriter = <Payload>(writer: MailWriter<Payload>): MailWriter => ({
  payload: writer.payload, write: (occasion, payload) => writer.write(occasion, payload as Payload),
})

export type MailWriters = { readonly [Kind in MailKind]?: MailWriter }

/** What mails show of a tenant, all from its record. */
export const mailTenant = (tenant: Tenant, site: SiteScheme): MailTenant =>
  ({ ...letterheadOf(tenant), id: tenant.id, host: tenant.host, sender: tenant.settings.sender, site: siteAddress(site, tenant.host), texts: tenant.settings.texts })
