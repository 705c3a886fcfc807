import './no-eval.ts'

export {
  getConfigFx,
  listCountriesFx,
  listDocumentTypesFx,
  getFieldRulesFx,
  listNationalitiesFx,
  listTermsFx,
  downloadTermsFx,
  acceptTermsFx,
  prelookupFx,
  lookupFx,
  validateCodeFx,
  resumeFx,
  getReservationFx,
  getPrecheckoutReservationFx,
  updateReservationFx,
  getModuleStatusFx,
  getFullReservationFx,
  checkPrecheckoutFx,
  calculateExtrasFx,
  listUpsellGroupsFx,
  getUpsellGroupFx,
  postAnalyticsFx,
  findDriverFx,
  saveDriverFx,
  checkDriverEmailFx,
  findPostalCodeFx,
  checkTaxNumberFx,
  validateAgeFx,
  postPaymentFx,
  logPaymentFx,
  getPaymentStateFx,
  cancelPaymentFx,
  listGatewaysFx,
  listSavedCardsFx,
  submitPrecheckoutFx,
  completePrecheckoutFx,
  getRequestStateFx,
  getDraftFx,
  keepDraftFormFx,
} from './effects.ts'
export { addressOf, identifierOf } from './address.ts'
export { readDeadline, request, type CallOptions } from './request.ts'
export { writePatience } from './watch-write.ts'
export { type UploadProgress } from './send.ts'
export { longWriteEnded, uploadProgressed, writeTookLong, type WriteUnderWay } from './writes.ts'
