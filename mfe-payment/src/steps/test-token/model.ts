import { cardGateway, clientOf, createCardForm, problemKey, type CardClient } from '@checkin/card-fields'
import { questionRaised } from '@checkin/flow/publish/payment'
import { todayIn } from '@checkin/forms'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, createStore, sample } from 'effector'
import { listGatewaysFx } from '../../api.ts'
import { tellFailures } from '../../failures.ts'

/** The shell says that the screen is shown, once per visit; only where the tenant is marked as a sandbox (DEC-50). */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const submitPressed = createEvent()

export const form = createCardForm({ name: 'test-token/card', today: () => todayIn(undefined) })
const listFx = attach({ effect: listGatewaysFx, mapParams: (_: void) => ({}) })
sample({ clock: opened, fn: () => undefined, target: [listFx, form.reset] })
tellFailures('listGateways', listFx.failData)

/** Where the fields come from; null where the tenant has no card gateway. */
export const $client = createStore<CardClient | null>(null).on(listFx.doneData, (_, { data }) => clientOf(cardGateway(data))).reset(opened)
/** The token as the provider made it: the page exists to look at it (PAY-30). */
export const $token = createStore<string | null>(null).on(form.tokenizeFx.doneData, (_, { token }) => token).reset(opened, form.tokenizeFx)

const asked = sample({ clock: [submitPressed, form.entered], source: form.$isBusy, filter: (busy) => !busy })
sample({ clock: asked, fn: () => undefined, target: form.tokenizeFx })
sample({ clock: form.tokenizeFx.failData, fn: ({ problems }) => ({ type: 'cancel' as const, state: 'error' as const, keys: problems.map(problemKey) }), target: questionRaised })
