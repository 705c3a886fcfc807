import type { Handlers } from '../../server/handlers.ts'
import type { PaymentSettings } from './payment-settings.ts'

/** API-30: the tenant's ways to pay; a card's says where the browser gets the provider's fields from. */
export const gatewayHandlers = ({ providers, cardClient }: Pick<PaymentSettings, 'providers' | 'cardClient'>) => ({
  listGateways: ({ tenant }) => tenant.settings.gateways.map((gateway) =>
    (cardClient && providers[gateway.code]?.kind === 'card' ? { ...gateway, clientScript: cardClient.script, clientKey: cardClient.key } : gateway)),
} satisfies Handlers)
