import {
  compareSets, explainTenant, getAudit, getExperiment, getHealth, getJourneys, getLive, getServiceLevels, getTenant, getTenantSettings, getTimeline, getTrace, getVersion, listChanges, listConsoleSessions, listErrors, listExperiments, listFreezes, listLabels, listMailSubscriptions, listModules, listPasskeys, listPlans, listPublisherKeys, listSignedLinks, listStacks, listTenants, listTokens, searchTenants, type TimelineEntry,
} from '@checkin/registry'
import { internalContract as internal, type TenantForOperators } from '@checkin/internal'
import type { Data, Input } from '@checkin/http'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, CallError } from './client.ts'

const auditPage = 100

export const useReleases = () => useQuery({ queryKey: ['releases'], queryFn: () => call(listTenants), refetchInterval: 3000 })
export const useTenantSearch = (query: Input<typeof searchTenants>['query']) =>
  useQuery({ queryKey: ['releases', 'search', query], queryFn: () => call(searchTenants, { query }), refetchInterval: 5000, placeholderData: keepPreviousData })
export const useTimeline = (host: string, kind: TimelineEntry['kind'] | '') => useInfiniteQuery({
  queryKey: ['releases', host, 'timeline', kind], initialPageParam: 0, getNextPageParam: ({ next }: { readonly next: number | null }) => next,
  queryFn: ({ pageParam }) => call(getTimeline, { params: { host }, query: { kind, ...(pageParam > 0 && { before: pageParam }) } }),
})
export const useSetComparison = (from: number, to: number) => useQuery({ queryKey: ['sets', from, to], enabled: from > 0 && to > 0, refetchInterval: false, queryFn: () => call(compareSets, { params: { id: from, other: to } }) })
export const useTenantRelease = (host: string) => useQuery({ queryKey: ['releases', host], queryFn: () => call(getTenant, { params: { host } }), refetchInterval: 3000 })
export const useModuleSettings = (host: string | undefined) => useQuery({ queryKey: ['releases', host, 'settings'], enabled: host !== undefined, queryFn: () => call(getTenantSettings, { params: { host: host ?? '' } }), refetchInterval: 3000 })
export const useExplanation = (host: string, session: string, source: string) =>
  useQuery({ queryKey: ['releases', host, 'why', session, source], queryFn: () => call(explainTenant, { params: { host }, query: { session, source } }) })
export const useModules = () => useQuery({ queryKey: ['modules'], queryFn: async () => (await call(listModules)).modules })
export const useLabels = () => useQuery({ queryKey: ['labels'], queryFn: () => call(listLabels) })
export const useVersion = (name: string, version: string) => useQuery({ queryKey: ['modules', name, version], queryFn: () => call(getVersion, { params: { name, version } }), refetchInterval: 5000 })
/** Asked for by those alone who may read sources. */
export const useStacks = (name: string, version: string, mayRead: boolean) => useQuery({ queryKey: ['stacks', name, version], enabled: mayRead, queryFn: async () => (await call(listStacks, { params: { name, version } })).stacks, refetchInterval: 15_000 })
export const useChanges = () => useQuery({ queryKey: ['changes'], queryFn: async () => (await call(listChanges, { query: {} })).changes, refetchInterval: 5000 })
export const usePlans = () => useQuery({ queryKey: ['plans'], queryFn: async () => (await call(listPlans)).plans, refetchInterval: 5000 })
export const useExperiments = () => useQuery({ queryKey: ['experiments'], queryFn: async () => (await call(listExperiments)).experiments, refetchInterval: 5000 })
export const useExperiment = (id: string) => useQuery({ queryKey: ['experiments', id], queryFn: () => call(getExperiment, { params: { id } }), refetchInterval: 5000 })
export const useFreezes = () => useQuery({ queryKey: ['freezes'], queryFn: async () => (await call(listFreezes)).freezes })
export const useMailSubscriptions = () => useQuery({ queryKey: ['mails'], queryFn: () => call(listMailSubscriptions), refetchInterval: 10_000 })
export const useHealth = () => useQuery({ queryKey: ['health'], queryFn: () => call(getHealth, { query: { minutes: 60 } }), refetchInterval: 5000 })
/** Of the last seven days: money comes with few sessions, and slowly. */
export const useJourneys = () => useQuery({ queryKey: ['journeys'], queryFn: async () => (await call(getJourneys, { query: { minutes: 10_080 } })).versions, refetchInterval: 30_000 })
export const useErrors = () => useQuery({ queryKey: ['errors'], queryFn: async () => (await call(listErrors, { query: { limit: 200 } })).groups, refetchInterval: 5000 })
export const useLive = () => useQuery({ queryKey: ['live'], queryFn: () => call(getLive, { query: { minutes: 5 } }), refetchInterval: 5000 })
export const useServiceLevels = (minutes: number) => useQuery({ queryKey: ['levels', minutes], queryFn: () => call(getServiceLevels, { query: { minutes } }) })
export const useTokens = () => useQuery({ queryKey: ['tokens'], queryFn: async () => (await call(listTokens)).tokens })
export const usePublisherKeys = () => useQuery({ queryKey: ['publishers'], queryFn: async () => (await call(listPublisherKeys)).keys })
export const useConsoleSessions = () => useQuery({ queryKey: ['sessions'], queryFn: async () => (await call(listConsoleSessions)).sessions })
export const usePasskeys = () => useQuery({ queryKey: ['passkeys'], queryFn: () => call(listPasskeys) })
export const useSignedLinks = () => useQuery({ queryKey: ['links'], queryFn: async () => (await call(listSignedLinks)).passes })
/** Pages of the audit; the chain is checked with the newest alone, because that reads all of it (DEC-254). */
export const useAudit = () => useInfiniteQuery({
  queryKey: ['audit'], initialPageParam: 0, getNextPageParam: ({ entries }: Data<typeof getAudit>) => (entries.length === auditPage ? entries.at(-1)?.entry : undefined),
  queryFn: ({ pageParam }) => call(getAudit, { query: { limit: auditPage, ...(pageParam > 0 && { before: pageParam, chain: 'unchecked' as const }) } }), refetchInterval: false,
})

export const useCheckIns = () => useQuery({ queryKey: ['check-ins'], queryFn: async () => (await call(internal.countCheckIns)).rows })
export const useFunnel = () => useQuery({ queryKey: ['funnel'], queryFn: async () => (await call(internal.countOfferAnswers)).rows })
export const useAttention = () => useQuery({ queryKey: ['attention'], queryFn: async () => (await call(internal.listAttention)).rows })
export const useAttentionItem = (tenant: string, item: string) => useQuery({ queryKey: ['attention', tenant, item], queryFn: () => call(internal.getAttention, { params: { id: tenant, item } }) })
export const useTenantChanges = () => useQuery({ queryKey: ['tenant-changes'], queryFn: async () => (await call(internal.listTenantChanges)).rows })
/** Every tenant in reach, without settings. */
export const useTenants = () => useQuery({ queryKey: ['tenants'], queryFn: async () => (await call(internal.listTenantSummaries)).tenants })
/** One tenant with its settings; null for one that is not there, or out of reach. */
export const useTenant = (id: string) => useQuery({
  queryKey: ['tenants', id], queryFn: () => call(internal.getTenant, { params: { id } }).catch((error: unknown) => { if (error instanceof CallError && error.status === 404) return null; throw error }),
})
export const useFleetTokens = (id: string) => useQuery({ queryKey: ['fleet-tokens', id], queryFn: async () => (await call(internal.listFleetTokens, { params: { id } })).tokens })

/** Stores settings against the revision that the operator saw; a CallError 412 says that somebody else was quicker. */
export function useStoreTenant() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, host, revision, settings }: Pick<TenantForOperators, 'id' | 'host' | 'revision' | 'settings'>) => call(internal.putTenant, { params: { id }, body: { host, settings } }, { ifMatch: revision }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tenants'] }),
  })
}

const nullIfUnknown = (error: unknown): null => {
  if (error instanceof CallError && error.status === 404) return null
  throw error
}

/** What happened under a code for support; null for one that is not known, nothing is asked for an empty one. */
export const useTrace = (code: string) => useQuery({ queryKey: ['trace', code], enabled: code !== '', queryFn: () => call(getTrace, { params: { code } }).catch(nullIfUnknown) })

const changing = ['releases', 'changes', 'plans', 'experiments', 'freezes', 'audit', 'tokens', 'publishers', 'sessions', 'passkeys', 'links', 'fleet-tokens', 'attention', 'modules', 'labels'] as const

/** A call that changes something at the registry; whatever came of it, everything about releases is asked for anew. */
export function useChange<Answer = unknown>() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (send: () => Promise<Answer>) => send(),
    onSettled: () => Promise.all(changing.map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] }))),
  })
}
