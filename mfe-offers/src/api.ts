/** The calls of this module; no other file names an endpoint. */
export { calculateExtrasFx, getUpsellGroupFx, listUpsellGroupsFx, postAnalyticsFx, updateReservationFx } from '@checkin/api/client'
