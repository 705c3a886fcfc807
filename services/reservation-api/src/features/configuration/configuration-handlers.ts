import type { Handlers } from '../../server/handlers.ts'
import { languages } from './languages.ts'
import { tenantModules } from './tenant-modules.ts'

/** API-01 and API-04: what the tenant's record says. */
export const configurationHandlers = {
  getConfig: ({ tenant: { settings } }) => ({
    firmName: settings.firmName, firmLogo: settings.firmLogo,
    cssText: settings.cssText, cssPrimary: settings.cssPrimary,
    primaryBtn: settings.primaryBtn,
    isUploadAvailable: settings.isUploadAvailable, isUploadMandatory: settings.isUploadAvailable && settings.isUploadMandatory,
    isDocumentScanAvailable: settings.isDocumentScanAvailable,
    currency: settings.currency, timeZone: settings.timeZone, locales: [...languages], phone: settings.phone, isSandbox: settings.isSandbox,
    modules: tenantModules(settings),
  }),
  getFieldRules: ({ tenant: { settings: { fieldRules: { main, additional } } } }) => ({ main: { ...main.fields, second: main.second }, additional }),
} satisfies Handlers
