import type { ApiFailure } from '@checkin/api'
import { $config } from '@checkin/flow'
import { attach, combine, createEvent, createStore, sample } from 'effector'
import { sendUndoCodeFx, undoAdditionsFx } from '../../api.ts'
import { $token, $view, opened } from './model.ts'

/** What went wrong; the texts are `Pass.undo.<problem>`. */
export type UndoProblem = 'wrong' | 'wait' | 'changed' | 'refused' | 'failed'

/** A box was ticked or not. */
export const additionPicked = createEvent<{ readonly extraID: string; readonly isPicked: boolean }>()
/** Take back what is ticked: a code is mailed first (DEC-287). */
export const withdrawPressed = createEvent()
export const codeTyped = createEvent<string>()
export const confirmPressed = createEvent()
export const cancelPressed = createEvent()

const sendFx = attach({ source: $token, effect: sendUndoCodeFx, mapParams: (_: void, token) => ({ params: { token } }) })
const undoFx = attach({ source: $token, effect: undoAdditionsFx, mapParams: (body: Parameters<typeof undoAdditionsFx>[0]['body'], token) => ({ params: { token }, body }) })

const $picked = createStore<readonly string[]>([])
  .on(additionPicked, (picked, { extraID, isPicked }) => [...picked.filter((each) => each !== extraID), ...(isPicked ? [extraID] : [])])
  .reset(opened, undoFx.done, cancelPressed)

/** Ticked, and still to be had: another device may have taken it back meanwhile. */
export const $chosen = combine($picked, $view, (picked, view) =>
  (view.kind === 'open' ? view.ticket.undo?.additions ?? [] : []).filter(({ extraID, isPaid }) => !isPaid && picked.includes(extraID)).map(({ extraID }) => extraID))

/** Key that the mailed code is good with; null until one was asked for. */
export const $key = createStore<string | null>(null).on(sendFx.doneData, (_, { data: { key } }) => key).on(undoFx.failData, (key, { code }) => (code === 'CodeNotFound' ? key : null)).reset(opened, undoFx.done, cancelPressed)
export const $code = createStore('').on(codeTyped, (_, code) => code).reset(opened, sendFx, undoFx.finally, cancelPressed)
export const $isBusy = combine(sendFx.pending, undoFx.pending, (isSending, isUndoing) => isSending || isUndoing)
export const $isDone = createStore(false).on(undoFx.done, () => true).reset(opened, withdrawPressed)
export const $problem = createStore<UndoProblem | null>(null).on([sendFx.failData, undoFx.failData], (_, failure) => problemOf(failure)).reset(opened, sendFx, undoFx, cancelPressed)

/** Of the company; null where it gave none. */
export const $phone = $config.map((config) => config?.phone ?? null)

function problemOf({ code }: ApiFailure): UndoProblem {
  switch (code) {
    case 'CodeNotFound': return 'wrong'
    case 'TooManyRequests': return 'wait'
    case 'VersionConflict': return 'changed'
    case 'CannotUpdate': case 'HasRentalAgreement': return 'refused'
    default: return 'failed'
  }
}

sample({ clock: withdrawPressed, source: { chosen: $chosen, isBusy: $isBusy }, filter: ({ chosen, isBusy }) => chosen.length > 0 && !isBusy, fn: () => undefined, target: sendFx })
sample({
  clock: sample({ clock: confirmPressed, source: { extraIDs: $chosen, view: $view, key: $key, code: $code, isBusy: $isBusy } })
    .filterMap(({ extraIDs, view, key, code, isBusy }) => (view.kind === 'open' && key !== null && code.length === 6 && extraIDs.length > 0 && !isBusy ? { extraIDs, version: view.ticket.version, key, code } : undefined)),
  fn: ({ extraIDs, ...proof }) => ({ extraIDs: [...extraIDs], ...proof }), target: undoFx,
})
// The answer is the ticket as it is then; an older one that is still on its way is set right by the next question.
$view.on(undoFx.doneData, (view, { data: ticket }) => (view.kind === 'open' ? { ...view, ticket, isStale: false } : view))
