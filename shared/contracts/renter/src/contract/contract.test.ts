import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bodyLimitOf, kindOf } from '@checkin/http'
import { bodyFormOf, everyForm } from '@checkin/http/body-form'
import { describe, expect, it } from 'vitest'
import { ReservationNumber } from '../entities/values.schema.ts'
import { shapeOf } from './schema-walk.fixture.ts'
import { contract } from './contract.ts'
import { everyCall, type EveryCall } from './every-call.ts'
import { changedPassesPath, latestPassPath, passDevicePath, passServicePath, ticketCalendarPath, ticketWalletPath } from './ticket.contract.ts'
import { errorsOf } from './errors.ts'
import type { Access, Endpoint } from './endpoint.ts'

/** The product's calls and those about a payment, row by row, with who may call after DEC-07 and DEC-77. */
const calls: readonly (readonly [string, keyof typeof contract, string, Access])[] = [
  ['API-01', 'getConfig', 'GET /config', 'open'],
  ['API-02', 'listCountries', 'GET /countries', 'open'],
  ['API-03', 'listDocumentTypes', 'GET /documenttypes', 'open'],
  ['API-04', 'getFieldRules', 'GET /fields', 'open'],
  ['API-05', 'listNationalities', 'GET /nationality', 'open'],
  ['API-06', 'listTerms', 'GET /termsandconditions', 'open'],
  ['API-07', 'downloadTerms', 'GET /termsandconditions/:tag', 'open'],
  ['API-08', 'acceptTerms', 'POST /termsandconditions', 'link'],
  ['API-09', 'prelookup', 'POST /reservation/prelookup', 'open'],
  ['API-10', 'lookup', 'POST /reservation/lookup', 'open'],
  ['API-11', 'validateCode', 'GET /validate/:code', 'pending'],
  ['API-12', 'resume', 'GET /reservation/resume/:guid', 'open'],
  ['API-13', 'getReservation', 'GET /reservation/:guid', 'link'],
  ['API-14', 'getPrecheckoutReservation', 'GET /precheckout/:guid', 'link'],
  ['API-15', 'updateReservation', 'PUT /reservation', 'link'],
  ['API-16', 'getModuleStatus', 'GET /reservation/modules/status/:reservation', 'link'],
  ['API-17', 'getFullReservation', 'GET /reservation/full/:guid', 'link'],
  ['API-18', 'calculateExtras', 'POST /reservation/extras/values', 'link'],
  ['API-19', 'listUpsellGroups', 'GET /reservation/upselling/groups/:reservation', 'link'],
  ['API-20', 'getUpsellGroup', 'GET /reservation/upselling/:reservation/:groupId', 'link'],
  ['API-21, DEC-90', 'checkPrecheckout', 'POST /check-precheckout', 'link'],
  ['API-22', 'findDriver', 'GET /driver', 'link'],
  ['API-23', 'saveDriver', 'POST /driver', 'link'],
  ['API-24', 'checkDriverEmail', 'GET /driver/email', 'link'],
  ['API-25', 'findPostalCode', 'GET /postalcode', 'link'],
  ['API-26', 'checkTaxNumber', 'GET /taxnumber', 'link'],
  ['API-27', 'validateAge', 'POST /driver/validate-age', 'link'],
  ['API-28', 'postPayment', 'POST /payment', 'link'],
  ['API-29', 'logPayment', 'POST /payment/log', 'link'],
  ['API-37', 'getPaymentState', 'GET /payment/state/:reservation', 'link'],
  ['API-38', 'cancelPayment', 'POST /payment/cancel', 'link'],
  ['API-30', 'listGateways', 'GET /payment/gateways', 'open'],
  ['API-31', 'listSavedCards', 'GET /payment/:reservation/:provider', 'verified'],
  ['API-32', 'submitPrecheckout', 'POST /precheckout', 'link'],
  ['API-33', 'completePrecheckout', 'POST /precheckout/complete', 'open'],
  ['API-34', 'postAnalytics', 'POST /analytics', 'link'],
]
/** The other calls beyond the product's table, which DEC-48, DEC-18 and DEC-186 need. */
const additions: readonly (readonly [string, keyof typeof contract, string, Access])[] = [
  ['API-39', 'getRequestState', 'GET /requests/:key', 'link'],
  ['API-40', 'getDraft', 'GET /draft', 'link'],
  ['API-41', 'keepDraftForm', 'PUT /draft', 'link'],
  ['API-42', 'listPapers', 'GET /papers', 'link'],
  ['API-43', 'downloadPaper', 'GET /papers/:paper', 'link'],
  ['API-44', 'forgetCard', 'POST /payment/cards/forget', 'verified'],
  ['API-45', 'sendLaterLink', 'POST /reservation/later', 'verified'],
  ['API-98', 'sendLaterSms', 'POST /reservation/later/sms', 'verified'],
  ['API-99', 'readLaterSms', 'POST /reservation/later/sms/state', 'verified'],
  ['API-46', 'prolongSession', 'POST /session/prolong', 'link'],
]
/** Those that only the modules load that make them (DEC-204, DEC-206, DEC-209, DEC-230, DEC-240). */
const late: readonly (readonly [string, Exclude<keyof EveryCall, keyof typeof contract>, string, Access])[] = [
  ['API-47', 'beginHandOver', 'POST /hand-over', 'link'],
  ['API-48', 'readHandOver', 'POST /hand-over/state', 'link'],
  ['API-49', 'answerHandOver', 'POST /hand-over/answer', 'link'],
  ['API-50', 'joinHandOver', 'POST /hand-over/phone', 'open'],
  ['API-51', 'sendHandOverPicture', 'POST /hand-over/picture', 'open'],
  ['API-52', 'getTicket', 'GET /ticket/:token', 'open'],
  ['API-95', 'listOtherSessions', 'GET /session/others', 'verified'],
  ['API-100', 'endOtherSessions', 'POST /session/others/end', 'verified'],
  ['API-93', 'sendUndoCode', 'POST /ticket/:token/code', 'open'],
  ['API-94', 'undoAdditions', 'POST /ticket/:token/undo', 'open'],
  ['API-55', 'beginInvitation', 'POST /invitation', 'verified'],
  ['API-56', 'readInvitation', 'POST /invitation/state', 'link'],
  ['API-57', 'withdrawInvitation', 'POST /invitation/withdraw', 'link'],
  ['API-62', 'readCodeSms', 'POST /code/sms/state', 'pending'],
  ['API-63', 'sendCodeSms', 'POST /code/sms', 'pending'],
  ['API-70', 'findInvitedPostalCode', 'POST /invitation/postal-code', 'open'],
  ['API-71', 'checkInvitedTaxNumber', 'POST /invitation/tax-number', 'open'],
  ['API-72', 'validateInvitedAge', 'POST /invitation/age', 'open'],
  ['API-73', 'beginInvitedHandOver', 'POST /invitation/hand-over', 'open'],
  ['API-74', 'readInvitedHandOver', 'POST /invitation/hand-over/state', 'open'],
  ['API-75', 'answerInvitedHandOver', 'POST /invitation/hand-over/answer', 'open'],
  ['API-85', 'openInvitation', 'POST /invitation/open', 'open'],
  ['API-86', 'sendInvitationCode', 'POST /invitation/code', 'open'],
  ['API-87', 'proveInvitation', 'POST /invitation/prove', 'open'],
  ['API-88', 'saveInvited', 'POST /invitation/driver', 'open'],
  ['API-91', 'beginInvitationSms', 'POST /invitation/sms', 'verified'],
]
/** Files, a redirect and what Apple Wallet calls, which are no calls with a schema (API-53, API-64, API-65, API-90, API-96, API-97). */
const followed = [ticketCalendarPath(':token'), ticketWalletPath(':token', 'apple'), ticketWalletPath(':token', 'google'), `${passServicePath}${changedPassesPath}`, `${passServicePath}${latestPassPath}`]
  .map((path) => `GET ${path} open`).concat(`POST ${passServicePath}${passDevicePath} open`)
/** The same calls with their personal or secret parameters in the body. */
const bodyForms: readonly (readonly [string, keyof EveryCall, string])[] = [
  ['API-101', 'validateCode', 'POST /validate'],
  ['API-102', 'resume', 'POST /reservation/resume'],
  ['API-103', 'getPrecheckoutReservation', 'POST /precheckout/reservation'],
  ['API-104', 'findDriver', 'POST /driver/find'],
  ['API-105', 'checkDriverEmail', 'POST /driver/email'],
  ['API-106', 'findPostalCode', 'POST /postalcode'],
  ['API-107', 'checkTaxNumber', 'POST /taxnumber'],
  ['API-108', 'getTicket', 'POST /ticket'],
  ['API-109', 'sendUndoCode', 'POST /ticket/code'],
  ['API-110', 'undoAdditions', 'POST /ticket/undo'],
]
const all = everyCall
const endpoints: readonly Endpoint[] = Object.values(all)
const forms: readonly Endpoint[] = everyForm(endpoints)

describe('the calls of docs/spec/api.md', () => {
  it.each([...calls, ...additions, ...late])('%s is %s: %s, for %s sessions', (_row, name, address, access) => {
    const { method, path, access: asked, name: own } = all[name]
    expect({ address: `${method} ${path}`, access: asked, name: own }).toEqual({ address, access, name })
  })

  it('are all, and there is no other (API-35)', () => {
    expect(Object.keys(all).sort()).toEqual([...calls, ...additions, ...late].map(([, name]) => name).sort())
  })

  it('stand in docs/spec with the same address and session, and no other call does (DEC-113)', () => {
    const listed = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'spec', 'api.md'), 'utf8')
      .matchAll(/^\| <a id="API-\d+".*? \| `((?:GET|POST|PUT) [^`]+)`.*?\b(open|pending|link|verified): /gm)
    const rows = [...listed].map(([, address = '', access = '']) => `${address.replace(/\{(\w+)\}/g, ':$1')} ${access}`)
    expect(rows.sort()).toEqual([...forms.map(({ method, path, access }) => `${method} ${path} ${access}`), ...followed].sort())
  })

  it.each(bodyForms)('%s has %s in its body form: %s (ASVS 14.2.1, DEC-342)', (_row, name, address) => {
    const form = bodyFormOf(all[name] as Endpoint)
    expect(form && `${form.method} ${form.path}`).toBe(address)
    expect([form?.access, form?.name, form && kindOf(form), form?.errors]).toEqual([all[name].access, name, kindOf(all[name]), all[name].errors])
  })

  it('have no other body form', () => {
    expect(endpoints.filter((each) => bodyFormOf(each)).map(({ name }) => name).sort()).toEqual(bodyForms.map(([, name]) => name).sort())
  })

  it('are told apart by method and path (DEC-24, TRAPS T-27)', () => {
    const addresses = forms.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(forms.length)
  })

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s names each parameter of its address in its schema', (_name, { path, params }) => {
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys(params ? (shapeOf(params) ?? {}) : {})).toEqual(inPath)
  })

  it('take the number of a reservation by each of its names (DEC-26)', () => {
    const names = ['reservation', 'reservationId', 'reservationNumber', 'documentId']
    const numbers = endpoints.flatMap(({ name, params, query, body }) => [params, query, body].flatMap((part) =>
      Object.entries((part && shapeOf(part)) ?? {}).filter(([field]) => names.includes(field)).map(([field, schema]) => ({ call: `${name}.${field}`, schema }))))
    const others = ['updateReservation.reservation', 'saveDriver.reservation']
    expect(new Set(numbers.map(({ call }) => call.split('.')[1]))).toEqual(new Set(names))
    for (const { call, schema } of numbers.filter((each) => !others.includes(each.call))) expect([call, schema === ReservationNumber]).toEqual([call, true])
  })

  it('refuse the address of the sister call as an offer only by its own segment (API-19, API-20)', () => {
    expect(contract.getUpsellGroup.path.split('/').length).toBe(contract.listUpsellGroups.path.split('/').length)
  })

  it('never cut a write off, and a code is good once (DEC-48, DEC-08)', () => {
    const reads = endpoints.filter((endpoint) => kindOf(endpoint) === 'read' && endpoint.method !== 'GET').map(({ name }) => name)
    expect(reads.sort()).toEqual(['calculateExtras', 'checkInvitedTaxNumber', 'checkPrecheckout', 'findInvitedPostalCode', 'openInvitation', 'prelookup', 'readCodeSms', 'readHandOver', 'readInvitation', 'readInvitedHandOver', 'readLaterSms', 'validateAge', 'validateInvitedAge'])
    expect(endpoints.filter((endpoint) => kindOf(endpoint) === 'write' && endpoint.method === 'GET').map(({ name }) => name)).toEqual(['validateCode'])
  })

  it('take 64 MB where images travel and little elsewhere (DEC-81)', () => {
    const large = endpoints.filter((endpoint) => bodyLimitOf(endpoint) > 1024 * 1024).map(({ name, bodyLimit }) => [name, bodyLimit])
    expect(large).toEqual([['updateReservation', 67_108_864], ['saveDriver', 67_108_864], ['sendHandOverPicture', 6_356_992], ['saveInvited', 25_231_360]])
  })
})

describe('refusals', () => {
  it('never say the same status and code twice for a call', () => {
    for (const endpoint of endpoints) {
      const pairs = errorsOf(endpoint).map(({ status, code }) => `${status} ${code}`)
      expect(pairs.filter((pair, at) => pairs.indexOf(pair) !== at), endpoint.name).toEqual([])
    }
  })

  it('come from the contract for every call: unknown tenant, contradicting identifier, a page of another site, not built yet (DEC-06, DEC-07, DEC-312)', () => {
    for (const endpoint of endpoints) {
      const codes = errorsOf(endpoint).map(({ code }) => code)
      expect(codes).toEqual(expect.arrayContaining(['UnknownTenant', 'IdentifierMismatch', 'ForeignOrigin', 'NotImplemented', 'Internal']))
      expect(codes.includes('Unauthorized'), endpoint.name).toBe(endpoint.access !== 'open')
      expect(codes.includes('MalformedJson'), endpoint.name).toBe(Boolean(endpoint.body))
    }
  })

  it('are 409 wherever a rental agreement stops everything (API-09 to API-15)', () => {
    const stopping = endpoints.filter(({ errors }) => errors.some(({ code }) => code === 'HasRentalAgreement'))
    expect(stopping.flatMap(({ errors }) => errors.filter(({ code }) => code === 'HasRentalAgreement').map(({ status }) => status)).every((status) => status === 409)).toBe(true)
    expect(stopping.map(({ name }) => name)).toEqual(expect.arrayContaining(['prelookup', 'lookup', 'resume', 'getReservation', 'getPrecheckoutReservation', 'updateReservation']))
  })
})
