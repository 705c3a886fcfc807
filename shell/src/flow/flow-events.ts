import { flowContract } from '@checkin/flow'
import { createEvent, merge } from 'effector'
import type { Told } from './next-step.ts'

/** Every event of the contract as it reaches the shell, by its name. */
export const moduleTold = merge(
  flowContract.filter(({ owner }) => owner !== 'shell').map(({ name, event }) => event.map((payload): Told => ({ name, payload: payload as Told['payload'] }))),
)

/** A told event whose loads are done: it may be decided. */
export const readyToDecide = createEvent<{ readonly told: Told; readonly reload: 'none' | 'ok' | 'failed' }>()
