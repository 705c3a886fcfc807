import { postAnalytics } from './analytics.contract.ts'
import { getConfig, getFieldRules, listCountries, listDocumentTypes, listNationalities } from './configuration.contract.ts'
import { checkDriverEmail, checkTaxNumber, findDriver, findPostalCode, saveDriver, validateAge } from './driver.contract.ts'
import { lookup, prelookup, readLaterSms, resume, sendLaterLink, sendLaterSms, validateCode } from './lookup.contract.ts'
import { getDraft, keepDraftForm } from './draft.contract.ts'
import { calculateExtras, getUpsellGroup, listUpsellGroups } from './offers.contract.ts'
import { downloadPaper, listPapers } from './papers.contract.ts'
import { cancelPayment, forgetCard, getPaymentState, listGateways, listSavedCards, logPayment, postPayment } from './payment.contract.ts'
import { completePrecheckout, submitPrecheckout } from './precheckout.contract.ts'
import { getRequestState } from './request-state.contract.ts'
import { checkPrecheckout, getFullReservation, getModuleStatus, getPrecheckoutReservation, getReservation, updateReservation } from './reservation.contract.ts'
import { prolongSession } from './session.contract.ts'
import { acceptTerms, downloadTerms, listTerms } from './terms.contract.ts'

/** Every call of docs/spec/api.md by its name: API-01 to API-34, and in the last lines those that decisions add (API-37 to API-46); a client may make no other (API-35). */
export const contract = {
  getConfig, listCountries, listDocumentTypes, getFieldRules, listNationalities,
  listTerms, downloadTerms, acceptTerms,
  prelookup, lookup, validateCode, resume,
  getReservation, getPrecheckoutReservation, updateReservation, getModuleStatus, getFullReservation, checkPrecheckout,
  calculateExtras, listUpsellGroups, getUpsellGroup, postAnalytics,
  findDriver, saveDriver, checkDriverEmail, findPostalCode, checkTaxNumber, validateAge,
  postPayment, logPayment, listGateways, listSavedCards, submitPrecheckout, completePrecheckout,
  getPaymentState, cancelPayment, getRequestState, getDraft, keepDraftForm, sendLaterLink, sendLaterSms, readLaterSms, listPapers, downloadPaper, forgetCard,
  prolongSession,
} as const

export type Contract = typeof contract
export type EndpointName = keyof Contract
