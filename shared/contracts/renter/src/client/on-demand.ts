import './no-eval.ts'
import type { EndpointName } from '../contract/contract.ts'
import * as besideEffects from './beside-effects.ts'
import { effectOf } from './effects.ts'
import type * as wholeClient from './index.ts'

/** Every call. The contract has their names too, but comes later (decision 0301). */
const calls: readonly EndpointName[] = [
  'getConfig', 'listCountries', 'listDocumentTypes', 'getFieldRules', 'listNationalities', 'listTerms', 'downloadTerms', 'acceptTerms', 'prelookup', 'lookup',
  'validateCode', 'resume', 'getReservation', 'getPrecheckoutReservation', 'updateReservation', 'getModuleStatus', 'getFullReservation', 'checkPrecheckout',
  'calculateExtras', 'listUpsellGroups', 'getUpsellGroup', 'postAnalytics', 'findDriver', 'saveDriver', 'checkDriverEmail', 'findPostalCode', 'checkTaxNumber',
  'validateAge', 'postPayment', 'logPayment', 'getPaymentState', 'cancelPayment', 'listGateways', 'listSavedCards', 'submitPrecheckout', 'completePrecheckout',
  'getRequestState', 'getDraft', 'keepDraftForm', 'sendLaterLink', 'sendLaterSms', 'readLaterSms', 'listPapers', 'downloadPaper', 'forgetCard',
  'prolongSession',
]

/**
 * `@checkin/api/client` for the page that gives it to modules: an effect is made when its name is read, because each is a dozen stores and events,
 * and a page asks for a third of them before it is usable (decision 0302).
 */
export const client = Object.defineProperties(
  { ...besideEffects },
  Object.fromEntries(calls.map((name) => [`${name}Fx`, { enumerable: true, get: () => effectOf(name) }])),
) as typeof wholeClient
