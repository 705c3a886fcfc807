import * as z from 'zod'
import { Config, Term } from '@checkin/api'

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

/** One GET to the API in a tenant's name. */
export type AskApi = (host: string, path: string) => Promise<{ status: number; body: string }>

/**
 * Configuration and terms of every tenant. One tenant's failure keeps that tenant's former answer;
 * when nobody answers it throws, and all former answers stay.
 */
export async function askTenantPages(hosts: readonly string[], ask: AskApi, former: TenantPages | null): Promise<TenantPages> {
  const answers = await Promise.all(hosts.map((host) => askOne(host, ask).catch(() => null)))
  if (hosts.length > 0 && answers.every((answer) => answer === null)) throw new Error('the renter API answers for no tenant')
  return Object.fromEntries(hosts.flatMap((host, at) => {
    const page = answers[at] ?? former?.[host]
    return page ? [[host, page]] : []
  }))
}

async function askOne(host: string, ask: AskApi): Promise<TenantPage> {
  const [config, terms] = await Promise.all([ask(host, '/api/config'), ask(host, '/api/termsandconditions')])
  if (config.status !== 200 || terms.status !== 200) throw new Error(`configuration of ${host}: ${config.status}, terms: ${terms.status}`)
  return TenantPage.parse({ host, config: JSON.parse(config.body) as unknown, terms: JSON.parse(terms.body) as unknown })
}
