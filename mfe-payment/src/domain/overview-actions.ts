import type { PaymentGateway } from '@checkin/api'

/** Whether the tenant takes payments here, and whether they may be left for the counter; the flow's switch of the step. */
export interface PaymentSwitch {
  readonly isEnabled: boolean
  readonly skipAllowed: boolean
}

/** What ends the overview, by the key of their button. */
export type OverviewAction = 'Complete' | 'Pay' | 'PayAndComplete' | 'CompletePayLater'

/** The tenant's gateways: on their way, here, or not to be had. */
export type Gateways = { readonly kind: 'loading' } | { readonly kind: 'failed' } | { readonly kind: 'ready'; readonly list: readonly PaymentGateway[] }

export interface Ending {
  /** The main one first. */
  readonly actions: readonly OverviewAction[]
  /** While the figures or the ways to pay are on their way: the buttons that most likely come, for which room is kept (DEC-257). */
  readonly awaited: readonly OverviewAction[]
  readonly methods: readonly PaymentGateway[]
  /** Money is due and is taken at the counter (DEC-20). */
  readonly atCounter: boolean
  /** Money is due and the ways to pay could not be loaded: try again. */
  readonly unreachable: boolean
}

const ending = (actions: readonly OverviewAction[], rest: Partial<Ending> = {}): Ending => ({ actions, awaited: [], methods: [], atCounter: false, unreachable: false, ...rest })

/** Which buttons and methods the overview has (PAY-03, PAY-06 to PAY-08, PAY-10). `due` in decimals, undefined while the figures are on their way; `payment`: whether the tenant takes payments here, and whether they may be left for the counter. */
export function endingOf(due: number | undefined, payment: PaymentSwitch, gateways: Gateways): Ending {
  const paying: readonly OverviewAction[] = payment.skipAllowed ? ['Pay', 'CompletePayLater'] : ['PayAndComplete']
  if (due === undefined) return ending([], { awaited: payment.isEnabled ? paying : ['Complete'] })
  if (due <= 0) return ending(['Complete'])
  if (!payment.isEnabled) return ending(['Complete'], { atCounter: true })
  if (gateways.kind === 'loading') return ending([], { awaited: paying })
  if (gateways.kind === 'failed') return ending(payment.skipAllowed ? ['CompletePayLater'] : [], { unreachable: true })
  const { list: methods } = gateways
  if (methods.length === 0) return ending(['Complete'], { atCounter: true })
  return ending(paying, { methods })
}
