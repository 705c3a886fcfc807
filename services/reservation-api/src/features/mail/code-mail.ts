import type { Language } from '@checkin/i18n'
import * as z from 'zod'
import { mailHtml, mailText, type MailContent } from './mail-layout.ts'
import { mailWords } from './mail-words.ts'
import { mailWriter, type WrittenMail } from './mail-writer.ts'

/** What the tenant's record says about its mails: the only source of names and addresses in them (DEC-06). */
export interface MailTenant {
  readonly id: string
  readonly host: string
  readonly firmName: string
  /** Brand colour of bands, `#rrggbb`; null for the standard one. */
  readonly brand: string | null
  /** Logo for papers, as base64 or `data:` address; null for none. */
  readonly logo: string | null
  /** Address that mail is sent from. */
  readonly sender: string
  /** Origin of the tenant's site. */
  readonly site: string
}

/** What waits in the outbox for a mail with a code. */
export const CodePayload = z.object({ code: z.string().regex(/^\d{6}$/), reference: z.string(), minutes: z.number() })
export type CodePayload = z.infer<typeof CodePayload>

/** Subject and both forms of the mail that brings a code (API-10). */
export function codeMail(tenant: MailTenant, language: Language, payload: CodePayload): WrittenMail {
  const words = mailWords(language, {
    code: payload.code, reference: payload.reference, minutes: String(payload.minutes), firm: tenant.firmName, site: tenant.site,
  })
  const content: MailContent = {
    firm: tenant.firmName, brand: tenant.brand, language, feature: { kind: 'code', code: payload.code },
    preview: words('code.preview'), heading: words('code.heading'), lead: words('code.lead'),
    notes: [words('code.expiry'), words('code.never'), words('code.notYou')],
    footer: words('footer.sentBy'),
  }
  return { subject: words('code.subject'), text: mailText(content), html: mailHtml(content) }
}

/** For the worker. */
export const codeWriter = mailWriter({ payload: CodePayload, write: ({ tenant, language }, payload) => codeMail(tenant, language, payload) })
