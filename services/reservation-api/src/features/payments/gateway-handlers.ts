import type { Handlers } from '../../server/handlers.ts'
import type { Gateways } from './gateways.ts'

/** API-30: the tenant's ways to pay; a card's says where the browser gets the provider's fields from, and by which name the company goes there. */
export const gatewayHandlers = (gateways: Pick<Gateways, 'current'>) => ({
  listGateways: ({ tenant }) => Promise.all(tenant.settings.gateways.map(async (gateway) => {
    const client = (await gateways.current(tenant.id, gateway.code))?.client
    return client ? { ...gateway, clientScript: client.script, clientKey: client.key } : gateway
  })),
} satisfies Handlers)
