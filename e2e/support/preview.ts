import type { BrowserContext } from '@playwright/test'
import { site, type Tenant } from './addresses.ts'

/** Host name and port at which a tenant's previews are. */
export const previewAddress = (tenant: Tenant): string => `preview.${new URL(site(tenant)).host}`

/** Leads a browser that goes to a tenant's own address to its previews instead: page objects, mailed links and providers name the tenant's own. */
export async function staysInPreview(context: BrowserContext, tenant: Tenant): Promise<void> {
  const own = new URL(site(tenant)).host
  await context.route(({ host }) => host === own, async (route) => {
    const address = new URL(route.request().url())
    address.host = previewAddress(tenant)
    await route.fulfill({ status: 302, headers: { location: address.href } })
  })
}
