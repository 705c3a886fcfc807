import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'

/** Shapes of the registry's answers (its *.contract.ts); only what the console shows. */
export type SettingValue = boolean | number | string
/** What may be set about a module, and what for. */
export type SettingSpec = { readonly says: string } & (
  | { readonly kind: 'switch'; readonly default: boolean }
  | { readonly kind: 'number'; readonly default: number; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly default: string; readonly choices: readonly string[] }
  | { readonly kind: 'text'; readonly default: string; readonly longest: number }
)
export type Choice = Readonly<Record<string, string>>
export interface Rollout { readonly id: string; readonly modules: Choice; readonly percent: number }
export interface TenantRelease {
  readonly host: string
  readonly revision: number
  readonly setId: number
  readonly modules: Choice
  readonly wishes: Choice
  readonly rollouts: readonly Rollout[]
  readonly lastGood: Choice
  readonly timeZone: string
  readonly protected: boolean
  readonly frozen: string | null
  readonly changedAt: string
  readonly changedBy: string
}
export interface Revision {
  readonly revision: number
  readonly setId: number
  readonly modules: Choice
  /** Per module, what was set of it. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, SettingValue>>>>
  readonly rollouts: readonly Rollout[]
  readonly action: string
  readonly reason: string
  readonly actor: string
  readonly at: string
}
export interface TenantHistory extends TenantRelease { readonly history: readonly Revision[] }
export interface Change {
  readonly id: number
  readonly kind: string
  readonly everyone: boolean
  readonly state: 'waiting' | 'scheduled' | 'applied' | 'refused' | 'rejected'
  readonly needs: readonly string[]
  readonly wish: unknown
  readonly reason: string
  readonly proposedBy: string
  readonly proposedAt: string
  readonly decidedBy: string | null
  readonly hosts: readonly { readonly host: string; readonly dueAt: string | null; readonly state: string; readonly code: string | null }[]
}
export interface Plan {
  readonly id: number
  readonly name: string
  readonly state: 'running' | 'paused' | 'halted' | 'aborted' | 'done'
  readonly hosts: readonly string[]
  readonly modules: Choice
  readonly steps: readonly { readonly percent: number; readonly dwellMinutes: number }[]
  readonly step: number
  readonly note: string
  readonly actor: string
  readonly at: string
}
export interface Freeze { readonly id: number; readonly host: string; readonly spec: unknown; readonly reason: string; readonly actor: string; readonly at: string }
export interface PublishedModule { readonly name: string; readonly versions: readonly { readonly version: string; readonly publishedAt: string; readonly publishedBy: string; readonly hosts: readonly string[] }[] }

export interface ModuleSettings {
  readonly module: string
  readonly version: string
  /** `value` is what is set; null where the default holds. */
  readonly settings: readonly { readonly name: string; readonly spec: SettingSpec; readonly value: SettingValue | null }[]
}

export const useReleases = () => useQuery({ queryKey: ['releases'], queryFn: () => call<{ revision: number; tenants: readonly TenantRelease[] }>('/registry/tenants'), refetchInterval: 3000 })
export const useTenantRelease = (host: string) => useQuery({ queryKey: ['releases', host], queryFn: () => call<TenantHistory>(`/registry/tenants/${host}`), refetchInterval: 3000 })
export const useModuleSettings = (host: string) => useQuery({ queryKey: ['releases', host, 'settings'], queryFn: () => call<{ revision: number; modules: readonly ModuleSettings[] }>(`/registry/tenants/${host}/settings`), refetchInterval: 3000 })
export const useModules = () => useQuery({ queryKey: ['modules'], queryFn: () => call<{ modules: readonly PublishedModule[] }>('/registry/modules').then(({ modules }) => modules) })
export const useChanges = () => useQuery({ queryKey: ['changes'], queryFn: () => call<{ changes: readonly Change[] }>('/registry/changes').then(({ changes }) => changes), refetchInterval: 5000 })
export const usePlans = () => useQuery({ queryKey: ['plans'], queryFn: () => call<{ plans: readonly Plan[] }>('/registry/plans').then(({ plans }) => plans), refetchInterval: 5000 })
export const useFreezes = () => useQuery({ queryKey: ['freezes'], queryFn: () => call<{ freezes: readonly Freeze[] }>('/registry/freezes').then(({ freezes }) => freezes) })

/** One act at the registry; whatever came of it, everything about releases is asked for anew. */
export function useAct<Answer = unknown>() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ path, ...options }: { path: string; method: 'POST' | 'PUT' | 'DELETE'; body: object; ifMatch?: number }) => call<Answer>(`/registry${path}`, options),
    onSettled: () => Promise.all(['releases', 'changes', 'plans', 'freezes', 'audit', 'tokens', 'publishers'].map((queryKey) => queries.invalidateQueries({ queryKey: [queryKey] }))),
  })
}
