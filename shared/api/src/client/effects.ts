import { createEffect, type Effect } from 'effector'
import { contract } from '../contract/contract.ts'
import type { Data, Endpoint, Input } from '../contract/endpoint.ts'
import type { ApiFailure, Success } from '../failures/api-failure.ts'
import { request, type CallOptions } from './request.ts'

/** A write may be given the key of an earlier try (DEC-48). */
type Sent<E extends Endpoint> = E['method'] extends 'GET' ? Input<E> : Input<E> & { readonly idempotencyKey?: string }
type Call<E extends Endpoint> = Effect<Sent<E>, Success<Data<E>>, ApiFailure>

const keyOf = (input: unknown): CallOptions =>
  typeof input === 'object' && input !== null && 'idempotencyKey' in input && typeof input.idempotencyKey === 'string' ? { idempotencyKey: input.idempotencyKey } : {}

/** One effect per call of the contract; tests replace it by `fork({ handlers })`. */
const call = <E extends Endpoint>(endpoint: E): Call<E> =>
  createEffect<Sent<E>, Success<Data<E>>, ApiFailure>({ name: `${endpoint.name}Fx`, sid: `api/${endpoint.name}`, handler: (input) => request(endpoint, input as Input<E>, keyOf(input)) })

export const getConfigFx = call(contract.getConfig)
export const listCountriesFx = call(contract.listCountries)
export const listDocumentTypesFx = call(contract.listDocumentTypes)
export const getFieldRulesFx = call(contract.getFieldRules)
export const listNationalitiesFx = call(contract.listNationalities)
export const listTermsFx = call(contract.listTerms)
export const downloadTermsFx = call(contract.downloadTerms)
export const acceptTermsFx = call(contract.acceptTerms)
export const prelookupFx = call(contract.prelookup)
export const lookupFx = call(contract.lookup)
export const validateCodeFx = call(contract.validateCode)
export const resumeFx = call(contract.resume)
export const getReservationFx = call(contract.getReservation)
export const getPrecheckoutReservationFx = call(contract.getPrecheckoutReservation)
export const updateReservationFx = call(contract.updateReservation)
export const getModuleStatusFx = call(contract.getModuleStatus)
export const getFullReservationFx = call(contract.getFullReservation)
export const checkPrecheckoutFx = call(contract.checkPrecheckout)
export const calculateExtrasFx = call(contract.calculateExtras)
export const listUpsellGroupsFx = call(contract.listUpsellGroups)
export const getUpsellGroupFx = call(contract.getUpsellGroup)
export const postAnalyticsFx = call(contract.postAnalytics)
export const findDriverFx = call(contract.findDriver)
export const saveDriverFx = call(contract.saveDriver)
export const checkDriverEmailFx = call(contract.checkDriverEmail)
export const findPostalCodeFx = call(contract.findPostalCode)
export const checkTaxNumberFx = call(contract.checkTaxNumber)
export const validateAgeFx = call(contract.validateAge)
export const postPaymentFx = call(contract.postPayment)
export const logPaymentFx = call(contract.logPayment)
export const getPaymentStateFx = call(contract.getPaymentState)
export const cancelPaymentFx = call(contract.cancelPayment)
export const listGatewaysFx = call(contract.listGateways)
export const listSavedCardsFx = call(contract.listSavedCards)
export const submitPrecheckoutFx = call(contract.submitPrecheckout)
export const completePrecheckoutFx = call(contract.completePrecheckout)
