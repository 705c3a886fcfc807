import type { Order } from './order.ts'
import { minorOf } from './order.ts'
import { amountScenario, drawn, ordinary, scenarios, type Behaviour, type Rule } from './scenarios.ts'
import type { CardStore } from './store.ts'

const matches = (rule: Rule, operation: string, order: Order): boolean => {
  const { merchantTransactionId, amount, operation: only, callbackUrlEndsWith } = rule.match
  return (merchantTransactionId === undefined || merchantTransactionId === order.merchantTransactionId)
    && (amount === undefined || amount === order.amount)
    && (only === undefined || only === operation)
    && (callbackUrlEndsWith === undefined || (order.callbackUrl ?? '').endsWith(callbackUrlEndsWith))
}

const named = (name: string): Behaviour => scenarios[name] ?? ordinary

/**
 * What happens to an order: what an operator set for it, else what its amount, else what its card stands for,
 * else what the mix draws, else nothing special.
 */
export function chooseBehaviour(store: CardStore, operation: string, order: Order): Behaviour {
  const rules = store.kept('rules') ?? []
  const at = rules.findIndex((rule) => matches(rule, operation, order))
  const rule = rules[at]
  const attempt = store.nextAttempt(order.merchantTransactionId)
  if (rule) {
    store.keep('rules', rules.flatMap((each, index) => (index !== at ? [each] : each.times > 1 ? [{ ...each, times: each.times - 1 }] : [])))
    return rule.behaviour ?? named(rule.scenario ?? 'ok')
  }
  const byAmount = amountScenario(minorOf(order.amount, order.currency) ?? 0)
  if (byAmount !== null) return onlyOnce(named(byAmount), attempt)
  const card = (order.transactionToken === undefined ? null : store.token(order.transactionToken)?.card)
    ?? (order.referenceUuid === undefined ? null : store.card(order.referenceUuid)?.card)
  if (card?.scenario) return onlyOnce(named(card.scenario), attempt)
  const mix = store.kept('mix')
  return mix ? named(drawn(mix, order.merchantTransactionId, attempt)) : ordinary
}

/** A provider that refused an order for being busy takes it the next time; else nobody could ever pay with that card. */
const onlyOnce = (behaviour: Behaviour, attempt: number): Behaviour =>
  attempt > 1 && (behaviour.transport.startsWith('refuse') || behaviour.transport === 'drop-before') ? { ...behaviour, transport: 'answer' } : behaviour
