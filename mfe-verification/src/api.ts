import { contract } from '@checkin/api'

/** The calls of this module; no other file names an endpoint. */
export { acceptTermsFx, downloadTermsFx, getReservationFx, listTermsFx, lookupFx, prelookupFx, resumeFx, validateCodeFx } from '@checkin/api/client'

/** Where the document of a term is, for a link that also works without our script (VERIF-12). */
export const termAddress = (tag: string): string => `/api${contract.downloadTerms.path.replace(':tag', encodeURIComponent(tag))}`
