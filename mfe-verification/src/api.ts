/** The calls of this module; no other file names an endpoint. */
import { lookupFx as lookup, prelookupFx as prelookup } from '@checkin/api/client'
import { paid } from './paid-calls.ts'

export { acceptTermsFx, downloadTermsFx, getReservationFx, listTermsFx, resumeFx, validateCodeFx } from '@checkin/api/client'
/** Both pay where a reference is guessed at (DEC-100). */
export const lookupFx = paid(lookup, 'lookupFx')
export const prelookupFx = paid(prelookup, 'prelookupFx')
