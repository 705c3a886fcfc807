import * as z from 'zod'
import { Config, contract, Term } from '@checkin/api'
import { internalContract, TenantTexts } from '@checkin/internal'
import type { Client } from '@checkin/http/client'

/** What the first paint of a tenant needs; asked of the renter API and kept on disk. */
export const TenantPage = z.object({
  host: z.string(),
  config: Config,
  terms: z.array(Term),
  /** Texts that the company words itself, by language and id; absent where all are the product's (DEC-324). */
  texts: z.optional(TenantTexts),
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
export async function askTenantPages(hosts: readonly string[], { api, internal }: TenantApis, former: TenantPages | null): Promise<TenantPages> {
  const [texts, answers] = await Promise.all([askTexts(internal), Promise.all(hosts.map((host) => askOne(host, api).catch(() => null)))])
  if (hosts.length > 0 && answers.every((answer) => answer === null)) throw new Error('the renter API answers for no tenant')
  return Object.fromEntries(hosts.flatMap((host, at) => {
    const page = answers[at] ?? former?.[host]
    if (!page) return []
    const own = texts === null ? former?.[host]?.texts : texts.get(host)
    const { texts: _former, ...others } = page
    return [[host, { ...others, ...(own && { texts: own }) }]]
  }))
}

/** Where the site asks for what it shows of tenants: the renter API, and the calls of the site alone with its key for them. */
export interface TenantApis {
  readonly api: Client
  readonly internal: Client
}

/** Texts of companies' own by host; null when nobody answers, also where the API is of the release before. */
const askTexts = async (internal: Client): Promise<ReadonlyMap<string, TenantTexts> | null> =>
  internal.call(internalContract.listSiteTexts).then(({ rows }) => new Map(rows.map(({ host, texts }) => [host, texts])), () => null)

/** A tenant's page as it would be with a draft of its settings (DEC-326); undefined where there is none, or nobody answers. */
export async function draftPage(page: TenantPage, draftId: string, { internal }: TenantApis): Promise<TenantPage | undefined> {
  const { texts: _present, ...others } = page
  const draft = await internal.call(internalContract.getSiteDraft, { params: { draftId } }, { headers: { host: page.host } }).catch(() => null)
  return draft === null ? undefined : { ...others, config: draft.config, ...(draft.texts && { texts: draft.texts }) }
}

/** A tenant is known by the Host header alone. */
async function askOne(host: string, api: Client): Promise<TenantPage> {
  const headers = { host, identifier: host }
  const [config, terms] = await Promise.all([api.call(contract.getConfig, undefined, { headers }), api.call(contract.listTerms, undefined, { headers })])
  return { host, config, terms }
}
