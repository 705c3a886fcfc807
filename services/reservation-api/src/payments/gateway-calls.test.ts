import { describe, expect, it } from 'vitest'
import { circuitBreaker } from './circuit-breaker.ts'
import { gatewayCalls, type GatewayCallsOptions } from './gateway-calls.ts'
import type { IntentRow } from './intent-store.ts'
import { patienceWith } from './payment-settings.ts'
import type { CardProvider, ProviderOutcome } from './providers/provider.ts'

const intent = { tenant_id: 'costaverde', provider: 'card', account_revision: null, merchant_transaction_id: 'pay-1', provider_id: 'p-1' } as IntentRow
const silence: ProviderOutcome = { kind: 'unknown', reason: 'timeout' }

/** A card provider that answers when the test says so. */
function aProvider() {
  const limits: AbortSignal[] = []
  const answers: ((outcome: ProviderOutcome) => void)[] = []
  const ask = (limit: AbortSignal | undefined) => new Promise<ProviderOutcome>((resolve) => {
    if (limit) limits.push(limit)
    answers.push(resolve)
  })
  const provider = { status: (_id: string, limit?: AbortSignal) => ask(limit), void: (_ids: object, limit?: AbortSignal) => ask(limit) } as unknown as CardProvider
  return { provider, limits, answers }
}

function asking(change: Partial<GatewayCallsOptions> = {}) {
  const card = aProvider()
  const breaker = circuitBreaker({ faults: 1, restMs: 10_000 })
  const calls = gatewayCalls({
    gateways: { at: () => Promise.resolve({ kind: 'card', provider: card.provider }) }, breaker, site: { scheme: 'http', port: null } as unknown as GatewayCallsOptions['site'],
    callbackBase: 'http://api.test', callMs: 60_000, ...change,
  })
  return { ...card, breaker, calls }
}

describe('the questions of one step', () => {
  it('end together when its time is over, and no further one is asked', async () => {
    const step = new AbortController()
    const { calls, limits, answers } = asking({ until: step.signal })
    const first = calls.ask(intent)
    await expect.poll(() => answers.length).toBe(1)
    answers[0]?.({ kind: 'notFound' })
    expect(await first).toEqual({ kind: 'notFound' })
    const second = calls.giveUp(intent)
    await expect.poll(() => answers.length).toBe(2)
    step.abort()
    expect(await second).toEqual(silence)
    expect(limits.map(({ aborted }) => aborted)).toEqual([false, true])
    expect(await calls.ask(intent)).toEqual(silence)
    expect(answers).toHaveLength(2)
  })

  it('that are not made for lack of time count for nothing against the provider: the breaker stays open to it', async () => {
    const { calls, answers, breaker } = asking({ until: AbortSignal.abort() })
    expect([await calls.ask(intent), answers.length, breaker.isOpen('card')]).toEqual([silence, 0, false])
  })

  it('are each given up after their own time, the adapter included', async () => {
    const { calls, limits } = asking({ callMs: 1 })
    expect(await calls.ask(intent)).toEqual(silence)
    expect(limits[0]?.aborted).toBe(true)
  })
})

describe('how long an order is kept', () => {
  it.each([[1, 1], [100, 400], [1000, 5000], [60_000, 60_000]])('connecting within %d ms and an answer within %d ms: longer than a step takes, whatever it asks', (connectMs, answerMs) => {
    const { callMs, stepMs, leaseSeconds } = patienceWith({ connectMs, answerMs })
    expect(leaseSeconds * 1000).toBeGreaterThan(stepMs + 1000)
    expect(callMs).toBeGreaterThan(connectMs + answerMs)
  })
})
