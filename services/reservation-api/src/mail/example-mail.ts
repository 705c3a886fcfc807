import type { Language } from '@checkin/i18n'
import { formatDate, formatMoney, formatTime } from '@checkin/i18n/formats'
import { composeMail } from './mail-layout.ts'
import { mailCatalogues, type MailKey, type MailName, type MailValues } from './mail-messages.ts'
import type { MailTenant, WrittenMail } from './mail-writer.ts'

const keys = Object.keys(mailCatalogues.en) as MailKey[]

/** Names of all mails, in the order of the catalogue. */
export const mailNames: readonly MailName[] = keys.flatMap((key) => (key.endsWith('.subject') ? [key.slice(0, -'.subject'.length) as MailName] : []))

/** Parts that every mail has at a place of their own. */
const headParts = ['subject', 'preview', 'heading', 'lead', 'button']

/** Values for every place of every mail: of nobody. */
const exampleValues = (language: Language, site: string): MailValues => {
  const moment = `${formatDate('2030-06-14', language, 'full')}, ${formatTime('2030-06-14T10:30:00', language)}`
  return {
    code: '482913', minutes: '10', reference: 'AB1234', until: moment, when: moment, renter: 'Maria', vehicle: 'Fiat Panda', place: 'Faro',
    url: `${site}/ticket/example`, amount: formatMoney('250.00', 'EUR'),
  }
}

/**
 * A mail as the company of this tenant sends it, with example data: every sentence that it may have, in the order of the catalogue, also those of which a real
 * one has only the fitting one.
 */
export function exampleMail(tenant: MailTenant, language: Language, name: MailName): WrittenMail {
  const values = exampleValues(language, tenant.site)
  return composeMail({ tenant, language }, name, values, (t) => {
    const button = keys.find((key) => key === `${name}.button`)
    const notes = keys.filter((key) => key.startsWith(`${name}.`) && !headParts.includes(key.slice(name.length + 1)))
    return {
      ...(button && { feature: { kind: 'button', label: t(button), url: `${tenant.site}/example` } }),
      ...(/code$/i.test(name) && { feature: { kind: 'code', code: values['code'] ?? '' } }),
      notes: notes.map(t),
    }
  })
}
