import type { Data, Input } from '@checkin/http'
import { createEffect, scopeBind, createEvent, type Effect, type EventCallable } from 'effector'
import { contract, type Contract, type EndpointName } from '../contract/contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { ApiFailure, Success } from '../failures/api-failure.ts'
import { request, type CallOptions } from './request.ts'
import type { UploadProgress } from './send.ts'

/** One write that is under way, by a number of its own. */
export interface WriteUnderWay {
  readonly name: EndpointName
  readonly id: number
}

/** A write has taken long: the page says that it still works (SHELL-59, DEC-48). */
export const writeTookLong = createEvent<WriteUnderWay>({ name: 'api/writeTookLong', sid: 'api/writeTookLong' })

/** A write that had taken long has ended, well or not. */
export const longWriteEnded = createEvent<WriteUnderWay>({ name: 'api/longWriteEnded', sid: 'api/longWriteEnded' })

/** How much of a large body has left the page. */
export const uploadProgressed = createEvent<UploadProgress & { readonly name: EndpointName }>({ name: 'api/uploadProgressed', sid: 'api/uploadProgressed' })

/** A write may be given the key of an earlier try (DEC-48). */
type Sent<E extends Endpoint> = E['method'] extends 'GET' ? Input<E> : Input<E> & { readonly idempotencyKey?: string }
type Call<E extends Endpoint> = Effect<Sent<E>, Success<Data<E>>, ApiFailure>

/** The effect of a call, for a kit that is given the calls of its module. */
export type CallEffect<Name extends EndpointName> = Call<Contract[Name]>

const keyOf = (input: unknown): CallOptions =>
  typeof input === 'object' && input !== null && 'idempotencyKey' in input && typeof input.idempotencyKey === 'string' ? { idempotencyKey: input.idempotencyKey } : {}

let writes = 0

/** Makes the call and publishes what a page may want to show meanwhile, in the scope that the effect was called in. */
async function made<E extends Endpoint & { readonly name: EndpointName }>(endpoint: E, input: Sent<E>): Promise<Success<Data<E>>> {
  const { name } = endpoint
  const [slow, ended, progressed] = [writeTookLong, longWriteEnded, uploadProgressed].map((event) => scopeBind(event as EventCallable<object>, { safe: true }))
  const write = { name, id: ++writes }
  const long = { isReported: false }
  try {
    return await request(endpoint, input as Input<E>, {
      ...keyOf(input),
      onProgress: (progress) => { progressed?.({ name, ...progress }) },
      ...(endpoint.background ? {} : {
        onSlow: () => {
          long.isReported = true
          slow?.(write)
        },
      }),
    })
  } finally {
    if (long.isReported) ended?.(write)
  }
}

const effectOf = <E extends Endpoint & { readonly name: EndpointName }>(endpoint: E): Call<E> =>
  createEffect<Sent<E>, Success<Data<E>>, ApiFailure>({ name: `${endpoint.name}Fx`, sid: `api/${endpoint.name}`, handler: (input) => made(endpoint, input) })

/** One effect per call of the contract, by the call's name; tests replace it by `fork({ handlers })`. */
export const effects = Object.fromEntries(Object.entries(contract).map(([name, endpoint]) => [name, effectOf(endpoint)] as [string, object])) as { readonly [Name in EndpointName]: Call<Contract[Name]> }
