import type { Config } from '@checkin/api'
import type { Handlers } from '../handlers.ts'
import type { TenantSettings } from '@checkin/internal'
import type { Gateways } from '../../payments/gateways.ts'
import type { CardClient } from '../../payments/providers/provider-settings.ts'
import { accountCode } from '../../tenants/accounts/gateway-codes.ts'
import type { Tenant } from '../../tenants/tenant-store.ts'
import { tenantModules } from '../../tenants/tenant-settings.ts'

/** Origins that payment pages load the card provider's fields from and may show in frames. */
const originsOf = (clients: readonly CardClient[]): string[] => [...new Set(clients.flatMap(({ script, origins = [] }) => [new URL(script).origin, ...origins]))]

/** Only what the company gave (DEC-188). */
function helpOf(help: TenantSettings['help']) {
  const given = { ...(help?.chatUrl && { chatUrl: help.chatUrl }), ...(help?.hours && { hours: help.hours }) }
  return Object.keys(given).length > 0 ? { help: given } : {}
}

/** What pages show of a tenant with these settings (API-01). */
export const configOf = async ({ id, settings }: Pick<Tenant, 'id' | 'settings'>, gateways: Pick<Gateways, 'clients'>): Promise<Config> => ({
  firmName: settings.firmName, firmLogo: settings.firmLogo,
  cssText: settings.cssText, cssPrimary: settings.cssPrimary,
  primaryBtn: settings.primaryBtn,
  isUploadAvailable: settings.isUploadAvailable, isUploadMandatory: settings.isUploadAvailable && settings.isUploadMandatory,
  isDocumentScanAvailable: settings.isDocumentScanAvailable, offersLayout: settings.offersLayout, driverEntry: settings.driverEntry, pictureHandOver: settings.pictureHandOver, driverInvitation: settings.driverInvitation,
  ticketOffline: settings.ticket && settings.ticketOffline, smsChannel: settings.smsChannel?.uses.includes('codes') ?? false, smsLinks: settings.smsChannel?.uses.includes('links') ?? false,
  currency: settings.currency, timeZone: settings.timeZone, locales: settings.locales, phone: settings.phone, ...helpOf(settings.help), isSandbox: settings.isSandbox,
  modules: tenantModules(settings),
  // The site makes the policy of payment pages from it.
  providerOrigins: originsOf(await gateways.clients(id)),
})

/** API-01 and API-04: what the tenant's record says. */
export const configurationHandlers = (gateways: Pick<Gateways, 'clients'>) => ({
  getConfig: ({ tenant }) => configOf(tenant, gateways),
  getFieldRules: ({ tenant: { settings: { fieldRules: { main, additional } } } }) => ({ main: { ...main.fields, second: main.second }, additional }),
} satisfies Handlers)

/** API-30: the tenant's ways to pay; a card's says where the browser gets the provider's fields from, and by which name the company goes there. */
export const gatewayHandlers = (gateways: Pick<Gateways, 'current'>) => ({
  listGateways: ({ tenant }) => Promise.all(tenant.settings.gateways.map(async (gateway) => {
    const client = (await gateways.current(tenant.id, accountCode(gateway.code)))?.client
    return client ? { ...gateway, clientScript: client.script, clientKey: client.key } : gateway
  })),
} satisfies Handlers)
