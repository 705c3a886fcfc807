/** The calls of this module; no other file names an endpoint. */
import { lookupFx as lookup, prelookupFx as prelookup } from '@checkin/api/client'
import { request } from '@checkin/api/client'
import type { ApiFailure, Data, Input, Success } from '@checkin/api'
import type { CodeSmsContract } from '@checkin/api/code-sms'
import { createEffect } from 'effector'
import { paid } from './paid-calls.ts'

export { acceptTermsFx, downloadTermsFx, getReservationFx, listTermsFx, resumeFx, validateCodeFx } from '@checkin/api/client'
/** Both pay where a reference is guessed at (DEC-100). */
export const lookupFx = paid(lookup, 'lookupFx')
export const prelookupFx = paid(prelookup, 'prelookupFx')

const smsEffect = <Name extends keyof CodeSmsContract>(name: Name) =>
  createEffect<Input<CodeSmsContract[Name]>, Success<Data<CodeSmsContract[Name]>>, ApiFailure>({
    name: `${name}Fx`, sid: `api/${name}`, handler: async (input) => request((await import('@checkin/api/code-sms')).codeSmsContract[name], input),
  })

/** API-62, API-63; their declarations come with the first of them. */
export const readCodeSmsFx = /* @__PURE__ */ smsEffect('readCodeSms')
export const sendCodeSmsFx = /* @__PURE__ */ smsEffect('sendCodeSms')
