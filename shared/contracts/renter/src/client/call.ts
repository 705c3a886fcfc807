import type { Data, Input } from '@checkin/http'
import { contract, type Contract, type EndpointName } from '../contract/contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Success } from '../failures/api-failure.ts'
import { request, type CallOptions } from './request.ts'
import type { UploadProgress } from './send.ts'

export { request } from './request.ts'

/** What a page may want to show while a call is under way. */
export interface CallEvents {
  readonly tookLong: () => void
  /** A call that had taken long has ended, well or not. */
  readonly longEnded: () => void
  readonly progressed: (progress: UploadProgress) => void
}

const keyOf = (input: unknown): CallOptions =>
  typeof input === 'object' && input !== null && 'idempotencyKey' in input && typeof input.idempotencyKey === 'string' ? { idempotencyKey: input.idempotencyKey } : {}

/** Makes a call of the contract by its name. Rejects with an `ApiFailure` and nothing else. */
export async function call<Name extends EndpointName>(name: Name, input: unknown, { tookLong, longEnded, progressed }: CallEvents): Promise<Success<Data<Contract[Name]>>> {
  const endpoint: Endpoint = contract[name]
  const long = { isReported: false }
  try {
    return await request(endpoint, input as Input<Endpoint>, {
      ...keyOf(input),
      onProgress: progressed,
      ...(endpoint.background ? {} : {
        onSlow: () => {
          long.isReported = true
          tookLong()
        },
      }),
    }) as Success<Data<Contract[Name]>>
  } finally {
    if (long.isReported) longEnded()
  }
}
