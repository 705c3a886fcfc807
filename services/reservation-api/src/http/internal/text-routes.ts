import { internalContract } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import { exampleMail, mailNames } from '../../mail/example-mail.ts'
import { mailTenant } from '../../mail/mail-writer.ts'
import type { Tables } from '../../tables.ts'
import type { SiteScheme } from '../../tenants/site-address.ts'
import { tenantById } from '../../tenants/tenant-store.ts'
import { productTexts } from '../../tenants/texts/product-texts.ts'
import { requireUsableTexts } from '../../tenants/texts/usable-texts.ts'
import type { ServeOperators } from './operator-calls.ts'

export interface TextRoutesOptions {
  readonly database: Database<Tables>
  readonly site: SiteScheme
}

/** What operators word texts of companies with (DEC-324, DEC-325): the product's own, and mails as they would be sent. */
export function textRoutes(serve: ServeOperators, { database, site }: TextRoutesOptions): void {
  const { listProductTexts, previewMail } = internalContract
  serve(listProductTexts, ({ params: { language } }) => ({ texts: { ...productTexts[language] }, mails: [...mailNames] }))
  serve(previewMail, async ({ params: { id, mail }, body: { language, texts } }) => {
    const tenant = await tenantById(database.kysely, id)
    const name = mailNames.find((each) => each === mail)
    if (!tenant || !name) throw new ServiceError(404, 'NotFound', 'There is no such tenant or mail')
    requireUsableTexts(tenant.settings.texts, texts)
    const { subject, text, html } = exampleMail({ ...mailTenant(tenant, site), texts }, language, name)
    return { subject, text, html }
  })
}
