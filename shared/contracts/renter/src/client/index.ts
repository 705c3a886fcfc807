import './no-eval.ts'
import { effects } from './effects.ts'

export const {
  getConfig: getConfigFx, listCountries: listCountriesFx, listDocumentTypes: listDocumentTypesFx, getFieldRules: getFieldRulesFx,
  listNationalities: listNationalitiesFx, listTerms: listTermsFx, downloadTerms: downloadTermsFx, acceptTerms: acceptTermsFx, prelookup: prelookupFx,
  lookup: lookupFx, validateCode: validateCodeFx, resume: resumeFx, getReservation: getReservationFx, getPrecheckoutReservation: getPrecheckoutReservationFx,
  updateReservation: updateReservationFx, getModuleStatus: getModuleStatusFx, getFullReservation: getFullReservationFx, checkPrecheckout: checkPrecheckoutFx,
  calculateExtras: calculateExtrasFx, listUpsellGroups: listUpsellGroupsFx, getUpsellGroup: getUpsellGroupFx, postAnalytics: postAnalyticsFx,
  findDriver: findDriverFx, saveDriver: saveDriverFx, checkDriverEmail: checkDriverEmailFx, findPostalCode: findPostalCodeFx, checkTaxNumber: checkTaxNumberFx,
  validateAge: validateAgeFx, postPayment: postPaymentFx, logPayment: logPaymentFx, getPaymentState: getPaymentStateFx, cancelPayment: cancelPaymentFx,
  listGateways: listGatewaysFx, listSavedCards: listSavedCardsFx, submitPrecheckout: submitPrecheckoutFx, completePrecheckout: completePrecheckoutFx,
  getRequestState: getRequestStateFx, getDraft: getDraftFx, keepDraftForm: keepDraftFormFx, sendLaterLink: sendLaterLinkFx, sendLaterSms: sendLaterSmsFx, readLaterSms: readLaterSmsFx,
  listPapers: listPapersFx, downloadPaper: downloadPaperFx, forgetCard: forgetCardFx, prolongSession: prolongSessionFx,
} = effects
export { addressOf, identifierOf, readDeadline, request, type CallOptions } from './request.ts'
export { writePatience } from './watch-write.ts'
export { type UploadProgress } from './send.ts'
export { longWriteEnded, uploadProgressed, writeTookLong, type WriteUnderWay } from './effects.ts'
