import { cardGateway, clientOf, createCardForm, problemQuestion, type CardClient } from '@checkin/card-payment'
import { questionRaised } from '@checkin/flow/publish/payment'
import { todayIn } from '@checkin/forms'
import type { StepVisit } from '@checkin/remote'
import { attach, createEvent, createStore, sample } from 'effector'
import { listGatewaysFx, publishFailures } from '../../api.ts'

/** The screen is shown; the shell calls it once per visit; only where the tenant is marked as a sandbox (DEC-50). */
export const opened = createEvent<StepVisit>()
export const closed = createEvent()
export const submitPressed = createEvent()

export const form = createCardForm({ name: 'test-token/card', today: () => todayIn(undefined) })
const listFx = attach({ effect: listGatewaysFx, mapParams: (_: void) => ({}) })
sample({ clock: opened, fn: () => undefined, target: [listFx, form.reset] })
publishFailures('listGateways', listFx.failData)

/** Where the fields come from; null where the tenant has no card gateway. */
export const $client = createStore<CardClient | null>(null).on(listFx.doneData, (_, { data }) => clientOf(cardGateway(data))).reset(opened)
/** The token as the provider made it: the page exists to look at it (PAY-30). */
export const $token = createStore<string | null>(null).on(form.tokenizeFx.doneData, (_, { token }) => token).reset(opened, form.tokenizeFx)

const asked = sample({ clock: [submitPressed, form.enterPressed], source: form.$isBusy, filter: (busy) => !busy })
sample({ clock: asked, fn: () => undefined, target: form.tokenizeFx })
sample({ clock: form.tokenizeFx.failData, fn: problemQuestion, target: questionRaised })
