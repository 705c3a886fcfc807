import { describe, expect, it } from 'vitest'
import { circuitBreaker } from './circuit-breaker.ts'
import type { ProviderOutcome } from './providers/provider.ts'

const silence: ProviderOutcome = { kind: 'unknown', reason: 'timeout' }
const good: ProviderOutcome = { kind: 'notFound' }

function broken() {
  let now = 0
  const asked: string[] = []
  const breaker = circuitBreaker({ faults: 5, restMs: 10_000 }, () => now)
  const call = (outcome: ProviderOutcome | Error, provider = 'card') => breaker.call(provider, async () => {
    asked.push(provider)
    if (outcome instanceof Error) throw outcome
    return outcome
  })
  return { breaker, call, asked, wait: (ms: number) => { now += ms } }
}

describe('a gateway that does not answer (P11)', () => {
  it('is not asked any more after five faults in a row, and the others are', async () => {
    const { breaker, call, asked } = broken()
    for (let fault = 0; fault < 5; fault += 1) await call(silence)
    expect([breaker.isOpen('card'), breaker.away()]).toEqual([true, ['card']])
    expect(await call(good)).toEqual({ kind: 'unavailable', code: 'CircuitOpen' })
    expect(await call(good, 'wallet')).toEqual(good)
    expect(asked).toEqual([...Array<string>(5).fill('card'), 'wallet'])
  })

  it('is tried by one call after ten seconds: a good answer opens the way, a bad one closes it again', async () => {
    const { breaker, call, asked, wait } = broken()
    for (let fault = 0; fault < 5; fault += 1) await call(silence)
    wait(10_000)
    const [tried, refused] = await Promise.all([call(silence), call(good)])
    expect([tried.kind, refused.kind, asked.length]).toEqual(['unknown', 'unavailable', 6])
    wait(9999)
    expect(breaker.isOpen('card')).toBe(true)
    wait(1)
    expect(await call(good)).toEqual(good)
    expect(breaker.away()).toEqual([])
  })

  it('is not judged by single faults, and an adapter that throws is one of them', async () => {
    const { breaker, call } = broken()
    for (let round = 0; round < 10; round += 1) {
      for (let fault = 0; fault < 4; fault += 1) await call(new Error('broken'))
      await call(good)
    }
    expect(breaker.away()).toEqual([])
    expect(await call(new Error('broken'))).toEqual({ kind: 'unknown', reason: 'unreadable' })
  })
})
