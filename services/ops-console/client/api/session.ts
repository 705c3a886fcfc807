import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call.ts'

/** Who is signed in. */
export interface Operator {
  readonly label: string
  readonly role: 'publisher' | 'operator' | 'approver' | 'viewer'
  /** Tenants within reach; null is every one. */
  readonly hosts: readonly string[] | null
}

export const useOperator = () => useQuery({ queryKey: ['session'], queryFn: () => call<Operator>('/session'), refetchInterval: 60_000, retry: false })

/** How one may sign in besides a token. */
export const useWays = () => useQuery({ queryKey: ['ways'], queryFn: () => call<{ readonly openId: boolean }>('/session/ways') })

export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call<Operator>('/session', { method: 'POST', body: { token } }),
    onSuccess: (operator) => { queries.setQueryData(['session'], operator) },
  })
}

export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call<undefined>('/session', { method: 'DELETE' }),
    onSuccess: () => { queries.clear() },
  })
}
