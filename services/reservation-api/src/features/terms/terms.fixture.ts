import type { Language } from '@checkin/i18n'
import type { Database } from '@checkin/server'
import type { Tables } from '../../tables.ts'
import { tenantById } from '../tenants/tenant-store.ts'
import type { TermsText } from './terms-content.ts'
import { putVersion } from './terms-store.ts'

const titles: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  rental: { en: 'Terms of rental', pt: 'Condições de aluguer', fr: 'Conditions de location' },
  privacy: { en: 'Privacy policy', pt: 'Política de privacidade', fr: 'Politique de confidentialité' },
}

/** A text of a company; `says` makes it its own. */
export const aTermsText = (title: string, says = 'Drive with care.'): TermsText => ({
  kind: 'text', title, lead: `${title}: what we agree on.`, sections: [{ heading: 'On the road', paragraphs: [says, 'Bring it back.'] }],
})

/** Gives a tenant documents for all that its settings ask for, in three languages, valid since long ago. */
export async function withTerms(database: Database<Tables>, tenantId: string): Promise<void> {
  const tenant = await tenantById(database.kysely, tenantId)
  if (!tenant) throw new Error(`there is no tenant ${tenantId}`)
  await database.withTenant(tenantId, async (transaction) => {
    for (const tag of tenant.settings.terms) for (const language of ['en', 'pt', 'fr'] as const) {
      const title = titles[tag]?.[language] ?? tag
      await putVersion(transaction, tenant, { tag, language, validFrom: '2020-01-01', content: aTermsText(title, `${tenant.settings.firmName} asks you to drive with care.`), actor: 'test' })
    }
  })
}
