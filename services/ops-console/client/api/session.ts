import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getOperator, getSignInOptions, signIn, signOut } from '../../src/session/session.contract.ts'
import { call } from './client.ts'

export const useOperator = () => useQuery({ queryKey: ['session'], queryFn: () => call(getOperator), refetchInterval: 60_000, retry: false })

export const useSignInOptions = () => useQuery({ queryKey: ['ways'], queryFn: () => call(getSignInOptions) })

export function useSignIn() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => call(signIn, { body: { token } }),
    onSuccess: (operator) => { queries.setQueryData(['session'], operator) },
  })
}

export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ everywhere }: { readonly everywhere: boolean }) => call(signOut, { query: everywhere ? { everywhere: 'yes' } : {} }),
    onSuccess: () => { queries.clear() },
  })
}
