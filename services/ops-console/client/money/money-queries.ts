import { internalContract as internal, type MoneyRequest } from '@checkin/internal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, CallError } from '../api/client.ts'

/** A reservation by its company and reference. */
export interface MoneyOf {
  readonly id: string
  readonly reference: string
}

/** The money of a reservation; null for one that is not there, nothing is asked without a reference. */
export const useMoney = (of: MoneyOf) => useQuery({
  queryKey: ['money', of.id, of.reference], enabled: of.id !== '' && of.reference !== '', refetchInterval: 5000,
  queryFn: () => call(internal.getReservationMoney, { params: of }).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }),
})

export const useMoneyOrders = () => useQuery({ queryKey: ['money-orders'], queryFn: async () => (await call(internal.listMoneyOrders)).rows, refetchInterval: 5000 })

function useMoneyChange<Variables, Answer>(send: (variables: Variables) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: send, onSettled: () => Promise.all([['money'], ['money-orders'], ['attention']].map((queryKey) => queries.invalidateQueries({ queryKey }))) })
}

/** Gives an order. Its id is the caller's and stays the same when the call is repeated. */
export const useOrderMoney = () => useMoneyChange(({ of, orderId, request }: { readonly of: MoneyOf; readonly orderId: string; readonly request: MoneyRequest }) =>
  call(internal.orderMoney, { params: { ...of, orderId }, body: request }))

export const useDecideMoney = () => useMoneyChange(({ id, orderId, approve }: { readonly id: string; readonly orderId: string; readonly approve: boolean }) =>
  call(internal.decideMoneyOrder, { params: { id, orderId }, body: { approve } }))
