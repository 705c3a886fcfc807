import { siteAddress, type SiteScheme } from '../identity/identity-settings.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { MailTenant } from './code-mail.ts'

/** What mails show of a tenant, all from its record. */
export const mailTenant = ({ id, host, settings }: Tenant, site: SiteScheme): MailTenant => ({
  id, host, firmName: settings.firmName, sender: settings.sender, site: siteAddress(site, host), logo: settings.firmLogo === '' ? null : settings.firmLogo,
  brand: settings.primaryBtn?.backgroundColor ?? settings.cssPrimary,
})
