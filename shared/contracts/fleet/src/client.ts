import type { Data, InputFirst } from '@checkin/http'
import { createClient, type CallOptions, type ClientOptions } from '@checkin/http/client'
import { fleetContract } from './contract.ts'

export { HttpError } from '@checkin/http/client'

type Contract = typeof fleetContract
type Calls = { readonly [Name in keyof Contract]: (...args: InputFirst<Contract[Name], CallOptions>) => Promise<Data<Contract[Name]>> }
/** The arguments of any call, as far as they matter here. */
type AnyCall = InputFirst<Contract['getReservation'], CallOptions>
type Listed = Data<Contract['listReservations']>['reservations'][number]
type ListOptions = Omit<NonNullable<InputFirst<Contract['listReservations'], CallOptions>[0]>['query'], 'after'>

/** Each call of the fleet API as a function of its name, and walks over what comes in pages. */
export type FleetClient = Calls & {
  /** Every reservation that fits, page by page as they are asked for. */
  readonly everyReservation: (query?: ListOptions) => AsyncGenerator<Listed>
}

export interface FleetClientOptions extends Omit<ClientOptions, 'token'> {
  /** The company's token. */
  readonly token: string
}

/**
 * The fleet API for a company's own system in TypeScript (API-89), made of the contract itself: what fits is known before it is sent, and every answer is checked.
 * A call is given up after a minute unless told, because imports take some seconds. Rejects with HttpError when a call is refused (its `code` says why, its
 * `retryAfter` when to come again), as `fetch` does where nobody answers.
 */
export function fleetClient({ timeoutMs = 60_000, ...options }: FleetClientOptions): FleetClient {
  const { call } = createClient({ ...options, timeoutMs })
  const calls = Object.fromEntries(Object.entries(fleetContract).map(([name, endpoint]) => [name, (...args: AnyCall) => call(endpoint as Contract['getReservation'], ...args)])) as unknown as Calls
  return {
    ...calls,
    everyReservation: async function* (query: ListOptions = {}) {
      for (let after: string | null | undefined; after !== null;) {
        const page = await calls.listReservations({ query: { ...query, ...(after !== undefined && { after }) } })
        yield* page.reservations
        after = page.next
      }
    },
  }
}
