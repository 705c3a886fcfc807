import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

export interface Availability { readonly good: number; readonly failed: number; readonly share: number | null; readonly met: boolean | null }
/** Milliseconds; percentiles are the upper bound of their bucket, null above the last one. */
export interface Times { readonly count: number; readonly p50: number | null; readonly p99: number | null; readonly met: boolean | null }
interface Levels { readonly availability: Availability; readonly resolve: Times; readonly propagation: Times }
export interface LevelPart extends Levels { readonly from: string }
export interface ServiceLevels extends Levels {
  readonly targets: { readonly availability: number; readonly resolve: number; readonly propagation: number }
  readonly bounds: { readonly resolve: readonly number[]; readonly propagation: readonly number[] }
  readonly course: readonly LevelPart[]
  readonly partMinutes: number
}

export const useServiceLevels = (minutes: number) => useQuery({ queryKey: ['levels', minutes], queryFn: () => call<ServiceLevels>(`/registry/service-levels?minutes=${minutes}`) })
