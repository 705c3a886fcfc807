import type { Contract, EndpointName } from '../contract/contract.ts'
import type { Data } from '@checkin/http'
import { aConfig, aDriver, aReservation } from './builders.ts'
import { anUpgrade, aSummary } from './builders.ts'

const loaded = aReservation().loaded()
const full = { reservation: loaded.reservation, driver: loaded.driver, addDriver: loaded.addDriver, rowVersion: 2, summary: aSummary() }
const sessionKey = 'session-key-1'

const driverRules = Object.fromEntries(
  ['address', 'countryId', 'zipCode', 'city', 'taxNumber', 'birthDate', 'birthPlace', 'email', 'mobile'].map((name) => [name, { visible: true, mandatory: false }]),
)
const licenceRules = Object.fromEntries(['id', 'issueDate', 'expiryDate', 'issuePlace', 'issueCountry'].map((name) => [name, { visible: true, mandatory: true }]))

/** What the fake API answers unless a test says otherwise: one reservation with 179.55 due, nothing refused. */
export const defaultAnswers: { readonly [Name in EndpointName]: Data<Contract[Name]> } = {
  getConfig: aConfig(),
  listCountries: [
    { id: 620, country: 'Portugal', isoCode: 'PT', phoneCode: '351', isValidatePostalCode: true, isValidateTaxNumber: true },
    { id: 756, country: 'Switzerland', isoCode: 'CH', phoneCode: '41', isValidatePostalCode: false, isValidateTaxNumber: false },
  ],
  listDocumentTypes: [{ id: 'ID', name: 'Identity card' }, { id: 'PASSPORT', name: 'Passport' }],
  getFieldRules: { main: { ...driverRules, document: licenceRules, driverLicense: licenceRules, second: licenceRules }, additional: driverRules },
  listNationalities: [{ id: 620, name: 'Portuguese' }],
  listTerms: [],
  downloadTerms: new Blob(['%PDF-1.7'], { type: 'application/pdf' }),
  acceptTerms: { accepted: true },
  prelookup: { found: true, needsTerms: false },
  lookup: { sessionKey: 'pending-key-1' },
  validateCode: { guid: loaded.reservation.guid, sessionKey, reservation: loaded.reservation },
  resume: { ...loaded, sessionKey },
  getReservation: loaded,
  getPrecheckoutReservation: loaded,
  updateReservation: full,
  getModuleStatus: [],
  getFullReservation: full,
  checkPrecheckout: { precheckoutToken: 'precheckout-token-1' },
  calculateExtras: aSummary(),
  listUpsellGroups: [anUpgrade()],
  getUpsellGroup: anUpgrade(),
  postAnalytics: { stored: 1 },
  findDriver: aDriver(),
  saveDriver: aDriver(),
  checkDriverEmail: { isValid: true },
  findPostalCode: [{ city: 'Faro' }],
  checkTaxNumber: { isValid: true },
  validateAge: { fee: null },
  postPayment: { paymentId: 'payment-1', status: 'paid', redirectURL: null, code: null },
  logPayment: { linked: true, guid: null },
  getPaymentState: { state: 'none', paymentId: null, provider: null, amount: null, redirectURL: null, isFrame: false, code: null },
  cancelPayment: { state: 'cancelled', paymentId: 'payment-1', provider: 'wallet', amount: 179.55, redirectURL: null, isFrame: false, code: null },
  listGateways: [{ code: 'card', name: 'Card' }, { code: 'wallet', name: 'Wallet' }],
  listSavedCards: [{ creditCardNumber: '4111 **** **** 1111', cardFlag: 'VISA', token: 'saved-card-1', referenceToken: null }],
  submitPrecheckout: { signatureURL: 'http://sign.localhost:4002/sign/1' },
  completePrecheckout: { signed: true },
  getRequestState: { state: 'unknown' },
  getDraft: { forms: [] },
  keepDraftForm: { kept: true },
  listPapers: { reservation: loaded.reservation, papers: [] },
  forgetCard: { forgotten: true },
  downloadPaper: new Blob(['%PDF-1.7'], { type: 'application/pdf' }),
  prolongSession: { restSeconds: 1800, leftSeconds: 14_400 },
  sendLaterSms: { number: '••••••• 67', state: 'waiting' },
  readLaterSms: { number: '••••••• 67', state: 'none' },
  sendLaterLink: { sent: true, expiresAt: '2026-11-26T10:00:00.000Z' },
}
