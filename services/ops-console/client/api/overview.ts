import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

export interface CheckIns { readonly host: string; readonly started: number; readonly completed: number }
export interface FunnelRow { readonly host: string; readonly viewTag: string; readonly action: string; readonly reservations: number }
export interface Attention { readonly host: string; readonly kind: string; readonly reference: string; readonly since: string }
export interface TenantChange { readonly host: string; readonly revision: number; readonly at: string; readonly actor: string; readonly fields: readonly string[] }

const rowsOf = <Row>(path: string) => () => call<{ rows: readonly Row[] }>(`/overview${path}`).then(({ rows }) => rows)

export const useCheckIns = () => useQuery({ queryKey: ['check-ins'], queryFn: rowsOf<CheckIns>('/check-ins') })
export const useFunnel = () => useQuery({ queryKey: ['funnel'], queryFn: rowsOf<FunnelRow>('/funnel') })
export const useAttention = () => useQuery({ queryKey: ['attention'], queryFn: rowsOf<Attention>('/attention') })
export const useTenantChanges = () => useQuery({ queryKey: ['tenant-changes'], queryFn: rowsOf<TenantChange>('/tenant-changes') })
