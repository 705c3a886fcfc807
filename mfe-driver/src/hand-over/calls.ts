import type { ApiFailure, Data, Input, Success } from '@checkin/api'
import { addressOf, request } from '@checkin/api/client'
import type { HandOverContract } from '@checkin/api/hand-over'
import { createEffect } from 'effector'

/** The declarations of these calls come with the first of them. */
const declarations = () => import('@checkin/api/hand-over')

const effectOf = <Name extends keyof HandOverContract>(name: Name) =>
  createEffect<Input<HandOverContract[Name]>, Success<Data<HandOverContract[Name]>>, ApiFailure>({
    name: `${name}Fx`, sid: `api/${name}`, handler: async (input) => request((await declarations()).handOverContract[name], input),
  })

/** API-47 to API-51. */
export const beginHandOverFx = effectOf('beginHandOver')
export const readHandOverFx = effectOf('readHandOver')
export const answerHandOverFx = effectOf('answerHandOver')
export const joinHandOverFx = effectOf('joinHandOver')
export const sendHandOverPictureFx = effectOf('sendHandOverPicture')

/** What a listener hears: that there is something to ask for, and whether it still hears anything. */
export interface Listener {
  readonly changed: () => void
  readonly heard: (isListening: boolean) => void
}

/** Listens to the server's events; answers what ends that. Where it does not come about, `heard(false)`: the page has to ask by itself. */
export async function listen({ changed, heard }: Listener): Promise<() => void> {
  if (typeof EventSource === 'undefined') {
    heard(false)
    return () => undefined
  }
  const { handOverEventsPath } = await declarations()
  const source = new EventSource(addressOf({ path: handOverEventsPath }))
  source.addEventListener('open', () => { heard(true) })
  // The browser tries again by itself, but for a refusal.
  source.addEventListener('error', () => { heard(false) })
  source.addEventListener('changed', changed)
  source.addEventListener('over', () => {
    source.close()
    changed()
  })
  return () => { source.close() }
}
