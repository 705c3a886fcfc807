import type { Data, Input } from '@checkin/http'
import type { Endpoint } from '../contract/endpoint.ts'
import { silentFailure, type Success } from '../failures/api-failure.ts'
import type { CallOptions } from './request.ts'

const load = () => import(/* webpackChunkName: "contract" */ './call.ts')

/**
 * What calls are made with: the contract with its schemas, which a page loads with its first call and not before its first screen works (decision 0301).
 * Where it does not come, asked for twice, nobody answers the call. Rejects with an `ApiFailure`.
 */
export const loadCalls = (): ReturnType<typeof load> => load().catch(load).catch(() => {
  throw silentFailure('network') // oxlint-disable-line typescript/only-throw-error -- an effect fails with the value that its handler throws, and that value is data
})

/** Makes one call, in its body form where it has one: resolves with the parsed answer, rejects with an `ApiFailure` and nothing else. */
export const request = async <E extends Endpoint>(endpoint: E, input: Input<E>, options: CallOptions = {}): Promise<Success<Data<E>>> => (await loadCalls()).request(endpoint, input, options)
