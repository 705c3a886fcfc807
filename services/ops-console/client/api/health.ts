import type { ErrorGroups, Health, Live } from '@checkin/remote/reports'
import { useQuery } from '@tanstack/react-query'
import { call } from './call.ts'

export type { Health }
export type Vital = Health['vitals'][number]
export type Verdict = Health['verdicts'][number]
export type StepResult = Health['steps'][number]
export type ErrorGroup = ErrorGroups['groups'][number]
export type LiveSet = Live['sets'][number]
export type LiveVersion = Live['versions'][number]

export const useHealth = () => useQuery({ queryKey: ['health'], queryFn: () => call<Health>('/registry/health?minutes=60'), refetchInterval: 5000 })
export const useErrors = () => useQuery({ queryKey: ['errors'], queryFn: () => call<ErrorGroups>('/registry/errors?limit=200').then(({ groups }) => groups), refetchInterval: 5000 })
export const useLive = () => useQuery({ queryKey: ['live'], queryFn: () => call<Live>('/registry/live?minutes=5'), refetchInterval: 5000 })
