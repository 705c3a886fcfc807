// A call that failed has loaded the contract, and what is asked of it then needs no further file (decision 0301).
import '../index.ts'
import type { Data, Input } from '@checkin/http'
import type { Effect } from 'effector'
import * as client from '../client/index.ts'
import { contract, type Contract, type EndpointName } from '../contract/contract.ts'
import { httpFailure, silentFailure, success, type ApiFailure, type RefusalFacts, type Success } from '../failures/api-failure.ts'
import type { ErrorCode } from '../failures/error-codes.ts'
import { defaultAnswers } from './default-answers.ts'

type Outcome<Name extends EndpointName> = Data<Contract[Name]> | ApiFailure

/** What a faked call answers: its data, a failure to reject with, or a function of its input. */
export type Fake<Name extends EndpointName> = Outcome<Name> | ((input: Input<Contract[Name]>) => Outcome<Name> | Promise<Outcome<Name>>)

export type Fakes = { readonly [Name in EndpointName]?: Fake<Name> }

/** A call that was made, with its input as the model gave it. */
export interface FakeCall {
  readonly name: EndpointName
  readonly input: unknown
}

/** Handlers for `fork({ handlers })`, and the calls that reached them so far, in order. */
export type FakeApi = Map<Effect<unknown, unknown, unknown>, (input: unknown) => Promise<Success<unknown>>> & { readonly calls: readonly FakeCall[] }

const isFailure = (value: unknown): value is ApiFailure => typeof value === 'object' && value !== null && 'kind' in value && 'answer' in value

/** An API for tests: each call answers by default what a usual reservation of a usual tenant gets, or what the test says. */
export function fakeApi(fakes: Fakes = {}): FakeApi {
  const answers: Readonly<Record<string, unknown>> = { ...defaultAnswers, ...fakes }
  const calls: FakeCall[] = []
  const handlers = (Object.keys(contract) as EndpointName[]).map((name) => {
    const handler = async (input: unknown): Promise<Success<unknown>> => {
      calls.push({ name, input })
      const fake = answers[name]
      const answer: unknown = await (typeof fake === 'function' ? (fake as (given: unknown) => unknown)(input) : fake)
      if (isFailure(answer)) throw answer // oxlint-disable-line typescript/only-throw-error -- the failure of an effect is data
      return success(answer)
    }
    return [client[`${name}Fx`] as unknown as Effect<unknown, unknown, unknown>, handler] as const
  })
  return Object.assign(new Map(handlers), { calls })
}

/** A refusal with a status and code, for fakes. */
export const refusedWith = (status: number, code: ErrorCode | null = null, more: Omit<RefusalFacts, 'code'> = {}): ApiFailure => httpFailure(status, { code, ...more })

/** Nobody answers. */
export const noNetwork = (): ApiFailure => silentFailure('network')

/** A read that took too long (DEC-48). */
export const tooSlow = (): ApiFailure => silentFailure('timeout')
