import type { Handlers } from '../../server/handlers.ts'
import type { Gateways } from '../payments/gateways.ts'
import type { CardClient } from '../payments/providers/provider-settings.ts'
import { languages } from './languages.ts'
import { tenantModules } from './tenant-modules.ts'

/** Origins that payment pages load the card provider's fields from and may show in frames. */
const originsOf = (clients: readonly CardClient[]): string[] => [...new Set(clients.flatMap(({ script, origins = [] }) => [new URL(script).origin, ...origins]))]

/** API-01 and API-04: what the tenant's record says. */
export const configurationHandlers = (gateways: Pick<Gateways, 'clients'>) => ({
  getConfig: async ({ tenant: { id, settings } }) => ({
    firmName: settings.firmName, firmLogo: settings.firmLogo,
    cssText: settings.cssText, cssPrimary: settings.cssPrimary,
    primaryBtn: settings.primaryBtn,
    isUploadAvailable: settings.isUploadAvailable, isUploadMandatory: settings.isUploadAvailable && settings.isUploadMandatory,
    isDocumentScanAvailable: settings.isDocumentScanAvailable,
    currency: settings.currency, timeZone: settings.timeZone, locales: [...languages], phone: settings.phone, isSandbox: settings.isSandbox,
    modules: tenantModules(settings),
    // The site makes the policy of payment pages from it.
    providerOrigins: originsOf(await gateways.clients(id)),
  }),
  getFieldRules: ({ tenant: { settings: { fieldRules: { main, additional } } } }) => ({ main: { ...main.fields, second: main.second }, additional }),
} satisfies Handlers)
