import * as z from 'zod'
import { Config, contract, Term } from '@checkin/api'
import type { Client } from '@checkin/http/client'

/** What the first paint of a tenant needs; asked of the renter API and kept on disk. */
export const TenantPage = z.object({
  host: z.string(),
  config: Config,
  terms: z.array(Term),
})
export type TenantPage = z.infer<typeof TenantPage>

/** Origins of a tenant's card provider, for its payment pages only: those of its own account, and those of the site's settings, which are for all tenants. */
export const providerOriginsOf = (tenant: TenantPage | undefined, ofAll: readonly string[]): readonly string[] => [...new Set([...ofAll, ...tenant?.config.providerOrigins ?? []])]

export const TenantPages = z.record(z.string(), TenantPage)
export type TenantPages = z.infer<typeof TenantPages>

/**
 * Configuration and terms of every tenant. One tenant's failure keeps that tenant's former answer;
 * when nobody answers it throws, and all former answers stay.
 */
export async function askTenantPages(hosts: readonly string[], api: Client, former: TenantPages | null): Promise<TenantPages> {
  const answers = await Promise.all(hosts.map((host) => askOne(host, api).catch(() => null)))
  if (hosts.length > 0 && answers.every((answer) => answer === null)) throw new Error('the renter API answers for no tenant')
  return Object.fromEntries(hosts.flatMap((host, at) => {
    const page = answers[at] ?? former?.[host]
    return page ? [[host, page]] : []
  }))
}

/** A tenant is known by the Host header alone. */
async function askOne(host: string, api: Client): Promise<TenantPage> {
  const headers = { host, identifier: host }
  const [config, terms] = await Promise.all([api.call(contract.getConfig, undefined, { headers }), api.call(contract.listTerms, undefined, { headers })])
  return { host, config, terms }
}
