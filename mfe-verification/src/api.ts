/** The calls of this module; no other file names an endpoint. */
export { acceptTermsFx, downloadTermsFx, getReservationFx, listTermsFx, lookupFx, prelookupFx, resumeFx, validateCodeFx } from '@checkin/api/client'
