import { invalidData } from '@checkin/api'
import { noNetwork, refusedWith } from '@checkin/api/testing'
import { allSettled, type Scope } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPage, aTicket } from '../../test/ticket-double.ts'
import { $view, askAgainMs, closed, opened, retryPressed, slowMs } from './model.ts'

const token = 't'.repeat(43)
const open = (scope: Scope) => allSettled(opened, { scope, params: { name: 'ticket', params: { guid: token }, query: {} } })
beforeEach(() => { vi.useFakeTimers() })
afterEach(() => { vi.useRealTimers() })
const later = async (scope: Scope) => {
  await vi.advanceTimersByTimeAsync(askAgainMs)
  await allSettled(scope)
}

describe('the ticket (DEC-206)', () => {
  it('asks by the token of its link alone and shows what came (API-52)', async () => {
    const { scope, asked } = aPage()
    await open(scope)
    expect([asked, scope.getState($view)]).toEqual([[token], { kind: 'open', ticket: aTicket(), isStale: false, isChanged: false }])
  })

  it('shows what the company changed by the next question, which comes within five seconds, and says so (DEC-206)', async () => {
    expect(askAgainMs).toBeLessThan(5000)
    let version = 3
    const { scope } = aPage(() => aTicket({ version, vehicle: { name: version === 3 ? 'Renault Clio' : 'Fiat 500', group: 'C' } }))
    await open(scope)
    await later(scope)
    expect(scope.getState($view)).toMatchObject({ kind: 'open', isChanged: false })
    version = 4
    await later(scope)
    expect(scope.getState($view)).toMatchObject({ kind: 'open', isChanged: true, ticket: { vehicle: { name: 'Fiat 500' } } })
  })

  it('keeps what it shows while nobody answers, and ends by an answer alone (DEC-206)', async () => {
    const answers = [aTicket(), noNetwork(), refusedWith(503, 'Unavailable'), aTicket(), refusedWith(404, 'LinkUnknown')]
    const { scope, asked } = aPage(() => answers.shift() ?? noNetwork())
    await open(scope)
    const seen: unknown[] = []
    for (let at = 0; at < 4; at += 1) {
      await later(scope)
      seen.push(scope.getState($view))
    }
    expect(seen).toMatchObject([{ isStale: true }, { isStale: true }, { isStale: false }, { kind: 'gone' }])
    await later(scope)
    expect(asked).toHaveLength(5)
  })

  it.each([['asked too often', refusedWith(429, 'TooManyRequests')], ['an answer that is none', invalidData(200, null)]])('stays when the server says %s (DEC-343)', async (_what, answer) => {
    const answers = [aTicket(), answer]
    const { scope } = aPage(() => answers.shift() ?? noNetwork())
    await open(scope)
    await later(scope)
    expect(scope.getState($view)).toMatchObject({ kind: 'open', isStale: true })
  })

  it('that never came is asked for again by a press (DEC-206)', async () => {
    const answers = [noNetwork(), aTicket()]
    const { scope } = aPage(() => answers.shift() ?? noNetwork())
    await open(scope)
    expect(scope.getState($view)).toEqual({ kind: 'unreachable' })
    await allSettled(retryPressed, { scope })
    expect(scope.getState($view)).toMatchObject({ kind: 'open' })
  })

  const saved = { ticket: aTicket(), at: '2026-11-20T10:42:00.000Z' }

  it('that this device kept is shown where nobody answers, with the hour, until the server answers (DEC-225)', async () => {
    const answers = [noNetwork(), aTicket({ version: 4 })]
    const { scope } = aPage(() => answers.shift() ?? noNetwork(), { saved })
    await open(scope)
    expect(scope.getState($view)).toEqual({ kind: 'open', ticket: saved.ticket, isStale: true, isChanged: false, savedAt: saved.at })
    await later(scope)
    expect(scope.getState($view)).toEqual({ kind: 'open', ticket: aTicket({ version: 4 }), isStale: false, isChanged: true })
  })

  it('that this device kept is shown while the answer takes long (DEC-225)', async () => {
    const { scope } = aPage(() => new Promise(() => undefined), { saved })
    void open(scope)
    await vi.advanceTimersByTimeAsync(slowMs)
    expect(scope.getState($view)).toMatchObject({ kind: 'open', savedAt: saved.at })
  })

  it('is kept each time it came, and forgotten when the server says that it is gone, not when it cannot answer (DEC-225)', async () => {
    const answers = [aTicket(), refusedWith(503, 'Unavailable'), aTicket(), refusedWith(404, 'LinkUnknown')]
    const { scope, device } = aPage(() => answers.shift() ?? noNetwork())
    await open(scope)
    for (let at = 0; at < 3; at += 1) await later(scope)
    expect(device).toEqual(['keep', 'keep', 'forget'])
  })

  it('is not kept for a company that wants none kept, and what was is forgotten (DEC-225)', async () => {
    const { scope, device } = aPage(aTicket(), { ticketOffline: false })
    await open(scope)
    expect(device).toEqual(['forget all'])
  })

  it('asks no more once it is closed', async () => {
    const { scope, asked } = aPage()
    await open(scope)
    await allSettled(closed, { scope })
    await later(scope)
    expect(asked).toHaveLength(1)
  })
})
