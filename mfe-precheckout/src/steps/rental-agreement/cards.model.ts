import type { PaymentGateway } from '@checkin/api'
import { cardGateway, clientOf, codeRequest, createCardChoice, loadScriptFx } from '@checkin/card-payment'
import { $reservation } from '@checkin/flow'
import { sessionRaised } from '@checkin/flow/publish/precheckout'
import { attach, createStore, sample, type Unit } from 'effector'
import { forgetCardFx, listGatewaysFx, listSavedCardsFx, lookupFx, publishFailures, validateCodeFx } from '../../api.ts'

/** `none`: the company takes no card online, so only the counter is left; `unknown`: that could not be asked. */
export type GatewayState = 'loading' | 'ready' | 'none' | 'unknown'

/** Which card gives the deposit (PRECHK-11), and where its fields come from. */
export function createCards({ opened }: { readonly opened: Unit<unknown> }) {
  const choice = createCardChoice({
    name: 'rental-agreement/code', reset: opened, opened, preselected: 'none', sessionRaised, publishFailures,
    listFx: attach({
      source: $reservation, effect: listSavedCardsFx,
      mapParams: (provider: string, loaded) => ({ params: { reservation: loaded?.reservation.reservation ?? '', provider } }),
    }),
    forgetFx: attach({ source: $reservation, effect: forgetCardFx, mapParams: (token: string, loaded) => ({ body: { documentId: loaded?.reservation.reservation ?? '', token } }) }),
    sendFx: attach({ effect: lookupFx, mapParams: (_: void) => codeRequest }),
    confirmFx: attach({ effect: validateCodeFx, mapParams: (code: string) => ({ params: { code } }) }),
  })
  const gatewaysFx = attach({ effect: listGatewaysFx, mapParams: (_: void) => undefined })
  const $gateway = createStore<PaymentGateway | null>(null).on(gatewaysFx.doneData, (_, { data }) => cardGateway(data)).reset(opened)
  const $gatewayState = createStore<GatewayState>('loading')
    .on(gatewaysFx.doneData, (_, { data }) => (cardGateway(data) === null ? 'none' : 'ready'))
    .on(gatewaysFx.fail, () => 'unknown')
    .reset(opened)
  const $client = $gateway.map(clientOf)
  sample({ clock: opened, fn: () => undefined, target: gatewaysFx })
  sample({ clock: $client.updates.filterMap((client) => client?.script), target: loadScriptFx })
  sample({ clock: $gateway.updates.filterMap((gateway) => gateway?.code), fn: (provider) => ({ provider, isLocked: false }), target: choice.wanted })
  publishFailures('listGateways', gatewaysFx.failData)
  return { ...choice, $client, $gatewayState }
}
