import { createEffect, scopeBind, type Effect, type EventCallable } from 'effector'
import { contract, type EndpointName } from '../contract/contract.ts'
import type { Data, Endpoint, Input } from '../contract/endpoint.ts'
import type { ApiFailure, Success } from '../failures/api-failure.ts'
import { request, type CallOptions } from './request.ts'
import { longWriteEnded, uploadProgressed, writeTookLong } from './writes.ts'

/** A write may be given the key of an earlier try (DEC-48). */
type Sent<E extends Endpoint> = E['method'] extends 'GET' ? Input<E> : Input<E> & { readonly idempotencyKey?: string }
type Call<E extends Endpoint> = Effect<Sent<E>, Success<Data<E>>, ApiFailure>

const keyOf = (input: unknown): CallOptions =>
  typeof input === 'object' && input !== null && 'idempotencyKey' in input && typeof input.idempotencyKey === 'string' ? { idempotencyKey: input.idempotencyKey } : {}

let writes = 0

/** Makes the call and tells what a page may want to show meanwhile; in the scope that the effect was called in. */
async function made<E extends Endpoint & { readonly name: EndpointName }>(endpoint: E, input: Sent<E>): Promise<Success<Data<E>>> {
  const { name } = endpoint
  const [slow, ended, progressed] = [writeTookLong, longWriteEnded, uploadProgressed].map((event) => scopeBind(event as EventCallable<object>, { safe: true }))
  const write = { name, id: ++writes }
  const long = { isTold: false }
  try {
    return await request(endpoint, input as Input<E>, {
      ...keyOf(input),
      onProgress: (progress) => { progressed?.({ name, ...progress }) },
      ...(endpoint.background ? {} : {
        onSlow: () => {
          long.isTold = true
          slow?.(write)
        },
      }),
    })
  } finally {
    if (long.isTold) ended?.(write)
  }
}

/** One effect per call of the contract; tests replace it by `fork({ handlers })`. */
const call = <E extends Endpoint & { readonly name: EndpointName }>(endpoint: E): Call<E> =>
  createEffect<Sent<E>, Success<Data<E>>, ApiFailure>({ name: `${endpoint.name}Fx`, sid: `api/${endpoint.name}`, handler: (input) => made(endpoint, input) })

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
export const getRequestStateFx = call(contract.getRequestState)
export const getDraftFx = call(contract.getDraft)
export const keepDraftFormFx = call(contract.keepDraftForm)
