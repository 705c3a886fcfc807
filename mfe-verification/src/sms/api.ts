import type { ApiFailure, Data, Input, Success } from '@checkin/api'
import { request } from '@checkin/api/client'
import { codeSmsContract, type CodeSmsContract } from '@checkin/api/code-sms'
import { createEffect } from 'effector'

const smsEffect = <Name extends keyof CodeSmsContract>(name: Name) =>
  createEffect<Input<CodeSmsContract[Name]>, Success<Data<CodeSmsContract[Name]>>, ApiFailure>({ name: `${name}Fx`, sid: `api/${name}`, handler: (input) => request(codeSmsContract[name], input) })

/** API-62 and API-63, with their declarations: the calls of this late part (decision 0081). */
export const readCodeSmsFx = /* @__PURE__ */ smsEffect('readCodeSms')
export const sendCodeSmsFx = /* @__PURE__ */ smsEffect('sendCodeSms')
