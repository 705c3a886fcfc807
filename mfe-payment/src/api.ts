/** The calls of this module; no other file names an endpoint. */
export {
  calculateExtrasFx, cancelPaymentFx, getFullReservationFx, getPaymentStateFx, listGatewaysFx, listSavedCardsFx, logPaymentFx, lookupFx, postAnalyticsFx,
  postPaymentFx, updateReservationFx, validateCodeFx,
} from '@checkin/api/client'
