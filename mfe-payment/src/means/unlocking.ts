import { codeRequest, createCodePanel } from '@checkin/card-fields'
import { payerProved } from '@checkin/flow/publish/payment'
import { attach, sample, type Unit } from 'effector'
import { lookupFx, validateCodeFx } from '../api.ts'
import { tellFailures } from '../failures.ts'

/** The code that unlocks saved cards for a session that a link opened (DEC-77). */
export function createUnlocking({ name, reset }: { readonly name: string; readonly reset: Unit<unknown> }) {
  const panel = createCodePanel({
    name, reset,
    sendFx: attach({ effect: lookupFx, mapParams: (_: void) => codeRequest }),
    confirmFx: attach({ effect: validateCodeFx, mapParams: (code: string) => ({ params: { code } }) }),
  })
  sample({ clock: panel.raised, target: payerProved })
  tellFailures('lookup', panel.sendFailed)
  tellFailures('validateCode', panel.confirmFailed)
  return panel
}
