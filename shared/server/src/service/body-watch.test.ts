import { describe, expect, it } from 'vitest'
import { creditAfter, freshCredit, type BodyCredit } from './body-watch.ts'

const limits = { bodyMs: 10_000, bodyStallMs: 30_000, bodyBytesPerSecond: 8192 }

/** How long a body lasts that brings `bytesPerSecond`, in seconds, up to an hour. */
function lasts(bytesPerSecond: number, begin: BodyCredit = freshCredit(limits, 0)): number {
  let credit = begin
  for (let second = 1; second <= 3600; second += 1) {
    credit = creditAfter(credit, { bytes: credit.bytes + bytesPerSecond, passedMs: 1000 }, limits)
    if (credit.leftMs <= 0) return second
  }
  return Infinity
}

describe('the time that a body has', () => {
  it.each([
    ['a body of which nothing comes', 0, 10], ['one that trickles', 10, 11], ['half of the least rate', 4096, 20],
    ['the least rate', 8192, Infinity], ['a quick one', 1_000_000, Infinity],
  ])('%s', (_case, rate, seconds) => {
    expect(lasts(rate)).toBe(seconds)
  })

  it('a quick body may be silent for as long as a tunnel takes, however much it brought before', () => {
    const quick = creditAfter(freshCredit(limits, 0), { bytes: 50_000_000, passedMs: 0 }, limits)
    expect(lasts(0, quick)).toBe(30)
  })
})
