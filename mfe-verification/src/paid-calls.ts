import type { ApiFailure, WorkNeeded } from '@checkin/api'
import { createEffect, type Effect } from 'effector'

/** Loads what does the work only where it is asked for: most renters never need it. */
const workFx = createEffect<WorkNeeded, string>({
  name: 'guess-work/workFx', sid: 'guess-work/workFx',
  handler: async (needed) => (await import(/* webpackChunkName: "late" */ './domain/guess-work.ts')).workOut(needed),
})

/** The contract reads it, which the call that failed has loaded. */
const workOfFx = createEffect<ApiFailure, WorkNeeded | null>({
  name: 'guess-work/workOfFx', sid: 'guess-work/workOfFx',
  handler: (failure) => (failure.code === 'WorkRequired' ? import('@checkin/api').then(({ workAskedFor }) => workAskedFor(failure), () => null) : null),
})

/** A challenge may have become too cheap while it was answered, because others went on guessing. */
const payments = 3

type Payable = { readonly body: { readonly work?: string | undefined } }

/**
 * The same call, which pays where the server asks for it: a reference that strangers guess at stays open to its renter, who waits a little
 * longer and notices nothing else (DEC-100). What other refusals mean stays the caller's business.
 */
export function paid<Params extends Payable, Done>(call: Effect<Params, Done, ApiFailure>, name: string): Effect<Params, Done, ApiFailure> {
  return createEffect<Params, Done, ApiFailure>({
    name: `guess-work/${name}`, sid: `guess-work/${name}`,
    handler: async (params) => {
      for (let sent = params, left = payments; ; left -= 1) {
        try {
          return await call(sent)
        } catch (failure) {
          const needed = await workOfFx(failure as ApiFailure)
          if (needed === null || left === 0) throw failure
          sent = { ...params, body: { ...params.body, work: await workFx(needed) } }
        }
      }
    },
  })
}
