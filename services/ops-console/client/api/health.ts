import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import type { Choice } from './registry.ts'

interface VersionKey { readonly host: string; readonly module: string; readonly version: string }
export interface VersionHealth extends VersionKey { readonly sessions: number; readonly bad: number }
export interface Vital extends VersionKey { readonly name: string; readonly count: number; readonly p75: number | null }
interface Sample { readonly sessions: number; readonly bad: number }
export interface Verdict extends VersionKey { readonly rollout: string; readonly baseline: string; readonly outcome: 'open' | 'bad' | 'risen'; readonly canary: Sample; readonly base: Sample; readonly odds: number }
export interface StepResult extends VersionKey { readonly step: string; readonly reached: number; readonly left: number; readonly failed: number }
export interface Health { readonly versions: readonly VersionHealth[]; readonly vitals: readonly Vital[]; readonly steps: readonly StepResult[]; readonly verdicts: readonly Verdict[] }
export interface ErrorGroup {
  readonly module: string; readonly version: string; readonly phase: string; readonly reason: string; readonly step: string
  readonly count: number; readonly hosts: readonly string[]; readonly lastAt: string
}
export interface LiveSet { readonly host: string; readonly setId: number; readonly visits: number; readonly modules: Choice }
export interface LiveVersion { readonly module: string; readonly version: string; readonly visits: number; readonly hosts: readonly string[] }

export const useHealth = () => useQuery({ queryKey: ['health'], queryFn: () => call<Health>('/registry/health?minutes=60'), refetchInterval: 5000 })
export const useErrors = () => useQuery({ queryKey: ['errors'], queryFn: () => call<{ groups: readonly ErrorGroup[] }>('/registry/errors?limit=200').then(({ groups }) => groups), refetchInterval: 5000 })
export const useLive = () => useQuery({ queryKey: ['live'], queryFn: () => call<{ sets: readonly LiveSet[]; versions: readonly LiveVersion[] }>('/registry/live?minutes=5'), refetchInterval: 5000 })
