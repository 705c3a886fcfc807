import { internalContract as internal, type ReservationSearch } from '@checkin/internal'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, CallError } from '../api/client.ts'
import type { MoneyOf } from '../money/money-queries.ts'

/** Looks for reservations of a company. What was typed is personal: it is sent in a body, and stays out of the address and of what is kept. */
export const useFindReservations = () => useMutation({ mutationFn: ({ id, search }: { readonly id: string; readonly search: ReservationSearch }) => call(internal.findReservations, { params: { id }, body: search }) })

/** How a reservation stands; null for one that is not there. Every reading is written down, so that it is read when somebody asks and not by itself. */
export const useSupportState = (of: MoneyOf) => useQuery({
  queryKey: ['support', of.id, of.reference], enabled: of.id !== '' && of.reference !== '', refetchInterval: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: Infinity, gcTime: 0,
  queryFn: () => call(internal.getSupportState, { params: of }).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }),
})

/** Reads who rents; kept by the page that asked and by nothing else. */
export const useRenterDetails = (of: MoneyOf) => useMutation({ mutationFn: (reason: string) => call(internal.readRenterDetails, { params: of, body: { reason } }), gcTime: 0 })

/** Sends the renter a link or a code, and looks at the reservation again. */
export function useResend(of: MoneyOf) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (what: 'link' | 'code') => call(what === 'link' ? internal.resendLink : internal.resendCode, { params: of }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['support', of.id, of.reference] }),
  })
}
