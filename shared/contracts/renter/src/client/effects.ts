import type { Data, Input } from '@checkin/http'
import { createEffect, scopeBind, createEvent, type Effect } from 'effector'
import type { Contract, EndpointName } from '../contract/contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { ApiFailure, Success } from '../failures/api-failure.ts'
import { loadCalls } from './late-contract.ts'
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

let writes = 0

/** Makes the call and publishes what a page may want to show meanwhile, in the scope that the effect was called in. */
async function callOf<Name extends EndpointName>(name: Name, input: unknown): Promise<Success<Data<Contract[Name]>>> {
  const slow = scopeBind(writeTookLong, { safe: true })
  const ended = scopeBind(longWriteEnded, { safe: true })
  const progressed = scopeBind(uploadProgressed, { safe: true })
  const write = { name, id: ++writes }
  const { call } = await loadCalls()
  return call(name, input, { tookLong: () => { slow(write) }, longEnded: () => { ended(write) }, progressed: (progress) => { progressed({ name, ...progress }) } })
}

const effects = new Map<EndpointName, CallEffect<EndpointName>>()

/** The effect of one call of the contract, the same for all who ask, made when it is asked for first; tests replace it by `fork({ handlers })`. */
export function effectOf<Name extends EndpointName>(name: Name): CallEffect<Name> {
  const known = effects.get(name) as CallEffect<Name> | undefined
  if (known) return known
  const made = createEffect<Sent<Contract[Name]>, Success<Data<Contract[Name]>>, ApiFailure>({ name: `${name}Fx`, sid: `api/${name}`, handler: (input) => callOf(name, input) })
  effects.set(name, made as unknown as CallEffect<EndpointName>)
  return made
}
