import type { Fakes } from '@checkin/api/testing'
import { noNetwork, refusedWith } from '@checkin/api/testing'
import { codeEntryLeft, codeSent, problemOccurred, rentalAgreementFound } from '@checkin/flow'
import { collected } from '@checkin/testing'
import { allSettled } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPage, located, visit } from '../../test/shell-double.ts'
import { $secondsLeft, $wasResent, closed, codeForm, opened, resendFx, resendPressed } from './model.ts'

const mail = 'maria.silva@example.com'

async function arrived(api: Fakes = {}) {
  const scope = aPage({ api, lookup: located({ mail, stage: 'code', checkoutdate: '2030-12-01' }) })
  const published = { problems: collected(scope, problemOccurred), sent: collected(scope, codeSent), asked: collected(scope, resendFx), left: collected(scope, codeEntryLeft), agreements: collected(scope, rentalAgreementFound) }
  void allSettled(opened, { scope, params: visit('verify-code') })
  await vi.advanceTimersByTimeAsync(0)
  const resend = async (): Promise<void> => {
    void allSettled(resendPressed, { scope })
    await vi.advanceTimersByTimeAsync(0)
  }
  return { scope, resend, ...published }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('asking for another code', () => {
  it('has to wait 60 seconds from the arrival, counted down second by second (VERIF-18, CONST-03)', async () => {
    const { scope, resend, asked } = await arrived()
    const seen: number[] = [scope.getState($secondsLeft)]
    for (let second = 0; second < 60; second += 1) {
      await resend()
      await vi.advanceTimersByTimeAsync(1000)
      seen.push(scope.getState($secondsLeft))
    }
    expect(seen).toEqual(Array.from({ length: 61 }, (_, at) => 60 - at))
    expect(asked).toEqual([])
  })

  it('sends another one afterwards to the same address, empties the box and waits again (VERIF-18, STATES S1.9)', async () => {
    const { scope, resend, asked, sent } = await arrived()
    void allSettled(codeForm.fieldChanged, { scope, params: { field: 'code', value: '123' } })
    await vi.advanceTimersByTimeAsync(60_000)
    await resend()
    expect(asked).toEqual([{ query: { reference: 'CV1001', surname: 'Silva', checkoutdate: '2030-12-01' }, mail }])
    expect(sent).toEqual([{ mail }])
    expect(scope.getState($wasResent)).toBe(true)
    expect(scope.getState(codeForm.$values).code).toBe('')
    expect(scope.getState($secondsLeft)).toBe(60)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(scope.getState($secondsLeft)).toBe(1)
    await resend()
    expect(asked).toHaveLength(1)
  })

  it('counts by the clock, so a tab that slept is not late when it wakes up (VERIF-18)', async () => {
    const { scope } = await arrived()
    vi.setSystemTime(Date.now() + 45_500)
    await vi.advanceTimersByTimeAsync(1000)
    expect(scope.getState($secondsLeft)).toBe(14)
    await vi.advanceTimersByTimeAsync(500)
    expect(scope.getState($secondsLeft)).toBe(13)
  })

  it('starts the 60 seconds anew with every visit, and an old countdown says nothing any more (VERIF-18)', async () => {
    const { scope } = await arrived()
    await vi.advanceTimersByTimeAsync(30_500)
    void allSettled(closed, { scope })
    expect(scope.getState($secondsLeft)).toBe(0)
    void allSettled(opened, { scope, params: visit('verify-code') })
    await vi.advanceTimersByTimeAsync(0)
    expect(scope.getState($secondsLeft)).toBe(60)
    await vi.advanceTimersByTimeAsync(10_600)
    expect(scope.getState($secondsLeft)).toBe(50)
  })

  it.each([['nothing is found any more', refusedWith(404, 'ReservationNotFound'), 'ReservationNotFound'], ['there were too many', refusedWith(429, 'TooManyRequests'), 'Notice.tooManyTries'], ['nobody answers', noNetwork(), 'SomethingHappened']])(
    'says so when %s, keeps what was typed and can be tried again at once (VERIF-14, ERR-45)',
    async (_, failure, key) => {
      const { scope, resend, problems, sent } = await arrived({ lookup: failure })
      void allSettled(codeForm.fieldChanged, { scope, params: { field: 'code', value: '123' } })
      await vi.advanceTimersByTimeAsync(60_000)
      await resend()
      expect(problems.map((problem) => problem.key)).toEqual([key])
      expect(sent).toEqual([])
      expect(scope.getState($secondsLeft)).toBe(0)
      expect(scope.getState(codeForm.$values).code).toBe('123')
    },
  )

  it('leads back when the agreement was made meanwhile (ERR-15)', async () => {
    const { resend, agreements, left } = await arrived({ lookup: refusedWith(409, 'HasRentalAgreement') })
    await vi.advanceTimersByTimeAsync(60_000)
    await resend()
    expect([agreements, left]).toEqual([[{}], [{}]])
  })
})
