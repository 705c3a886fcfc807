import { describe, expect, it } from 'vitest'
import { arrive, saturate, sustains, type Outcome } from './arrivals.ts'

describe('requests that arrive at a steady rate', () => {
  it('are all sent, and each is counted by what came of it', async () => {
    const outcomes: readonly Outcome[] = ['served', 'served', 'turned away', 'failed']
    let at = 0
    const load = await arrive(2000, 0.02, () => Promise.resolve(outcomes[at++ % outcomes.length] ?? 'failed'))
    expect(load).toMatchObject({ rate: 2000, served: 20, turnedAway: 10, failed: 10 })
  })

  it('do not wait for earlier ones: a request that is answered last keeps nobody from being sent', async () => {
    let release = (): void => undefined
    const first = new Promise<Outcome>((answer) => { release = () => { answer('served') } })
    let sent = 0
    const load = await arrive(1000, 0.01, () => {
      sent += 1
      if (sent === 1) return first
      if (sent === 10) release()
      return Promise.resolve('served')
    })
    expect([sent, load.served]).toEqual([10, 10])
  })

  it('tell how long the served ones took apart from those turned away', async () => {
    let at = 0
    const load = await arrive(1000, 0.02, async () => {
      at += 1
      if (at % 2 === 0) return 'turned away'
      await new Promise((wake) => setTimeout(wake, 30))
      return 'served'
    })
    expect(load.servedP99).toBeGreaterThanOrEqual(29)
    expect(load.p50).toBeLessThan(load.servedP99)
  })

  it('of a closed model wait for their answers: as many are under way as there are callers', async () => {
    let [underWay, most] = [0, 0]
    const rate = await saturate(3, 0.05, async () => {
      most = Math.max(most, underWay += 1)
      await new Promise((wake) => setTimeout(wake, 5))
      underWay -= 1
      return 'served'
    })
    expect(most).toBe(3)
    expect(rate).toBeGreaterThan(0)
  })

  it.each([
    ['everything is served in time', {}, true], ['99 of 100 take too long', { p99: 151 }, false],
    ['one was turned away', { turnedAway: 1 }, false], ['one failed', { failed: 1 }, false],
  ] as const)('a server sustains the rate or not: %s', (_, change, expected) => {
    expect(sustains({ rate: 100, served: 100, turnedAway: 0, failed: 0, p50: 2, p99: 20, servedP99: 20, ...change })).toBe(expected)
  })
})
