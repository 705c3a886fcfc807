import { createHash, randomBytes } from 'node:crypto'
import type { Client } from '@checkin/http/client'
import { bindPreview } from '@checkin/registry'
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

/** A preview that a program made, by the calls that it made it with. */
export interface MadePreview {
  readonly registry: Client
  readonly host: string
  readonly id: string
}

/** Makes a preview one of a browser, as the console does for its operator; answers the path that shows it there. */
export async function opensIn(context: BrowserContext, { registry, host, id }: MadePreview): Promise<string> {
  const secret = randomBytes(16).toString('base64url')
  await context.addCookies([{ name: 'preview-browser', value: secret, domain: `preview.${host}`, path: '/', httpOnly: true, sameSite: 'Lax' }])
  return (await registry.call(bindPreview, { params: { host, id }, body: { browser: createHash('sha256').update(secret).digest('base64url') } })).path
}
