import { httpFailure, silentFailure, type ApiFailure, type Success } from '../failures/api-failure.ts'
import type { ErrorCode } from '../failures/error-codes.ts'
import * as effects from '../client/effects.ts'
import type { Contract, EndpointName } from '../contract/contract.ts'
import type { Data, Input } from '../contract/endpoint.ts'
import { aConfig, aReservation } from './builders.ts'

/** What a faked call answers: its data, a failure to reject with, or a function of its input. */
export type Fake<Name extends EndpointName> = Data<Contract[Name]> | ApiFailure | ((input: Input<Contract[Name]>) => Data<Contract[Name]> | ApiFailure | Promise<Data<Contract[Name]> | ApiFailure>)

export type Fakes = { readonly [Name in EndpointName]?: Fake<Name> }

const isFailure = (value: unknown): value is ApiFailure =>
  typeof value === 'object' && value !== null && 'kind' in value && 'answer' in value

const defaults: Fakes = {
  getConfig: aConfig(),
  listCountries: [{ id: 620, country: 'Portugal', isoCode: 'PT', phoneCode: '351', isValidatePostalCode: true, isValidateTaxNumber: true }],
  listDocumentTypes: [{ id: 1, name: 'Identity card' }, { id: 2, name: 'Passport' }],
  getFieldRules: { main: { second: {} }, additional: {} },
  listNationalities: [{ id: 620, name: 'Portuguese' }],
  listTerms: [],
  acceptTerms: { accepted: true },
  prelookup: { found: true, needsTerms: false },
  lookup: { sessionKey: 'pending-key-1' },
  validateCode: { guid: 'guid-of-cv1001', sessionKey: 'session-key-1', reservation: aReservation().reservation },
  resume: { ...aReservation().loaded(), sessionKey: 'session-key-1', termsAccepted: true },
  getReservation: aReservation().loaded(),
  getPrecheckoutReservation: aReservation().loaded(),
  getModuleStatus: [],
  postAnalytics: { stored: 1 },
  listGateways: [],
}

/** Effector handlers for `fork({ handlers })`. A call that a test did not expect rejects as the network would. */
export function fakeApi(fakes: Fakes = {}): Map<never, never> {
  const all: Readonly<Record<string, unknown>> = { ...defaults, ...fakes }
  const entries = Object.entries(effects).map(([effectName, effect]) => {
    const fake = all[effectName.replace(/Fx$/, '')]
    const handler = async (input: unknown): Promise<Success<unknown>> => {
      if (fake === undefined) throw silentFailure('network')
      const answer: unknown = await (typeof fake === 'function' ? (fake as (given: unknown) => unknown)(input) : fake)
      if (isFailure(answer)) throw answer
      return { data: answer, status: 200 }
    }
    return [effect, handler] as const
  })
  return new Map(entries as never)
}

/** A refusal with a status and code, for fakes. */
export const refusedWith = (status: number, code: ErrorCode | null = null, more: { title?: string; retryAfter?: number } = {}): ApiFailure => httpFailure(status, { code, ...more })

/** Nobody answers. */
export const noNetwork = (): ApiFailure => silentFailure('network')
