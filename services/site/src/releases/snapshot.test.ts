import { sign } from '@checkin/releases/signing'
import { snapshotTimes } from '@checkin/releases'
import { describe, expect, it } from 'vitest'
import { aPointer, aSet, formerSnapshotText, publicKey, registryKey, snapshotText } from '../../test/release.fixture.ts'
import { hasExpired, readReleases, type Releases } from './snapshot.ts'

const state = (revision = 1) => ({ revision, pointers: [aPointer(1, { revision })], sets: [aSet(1, '1.0.0')] })
const signedAt = Date.parse('2026-12-01T12:00:00Z')
const text = snapshotText({ ...state(2), issuedAt: new Date(signedAt) })
const end = signedAt + snapshotTimes.lastsMs
const read = (given: string, now: number, current: Releases | null = null, origin: 'answer' | 'file' = 'answer') => readReleases(given, current, publicKey, origin, now)

describe('a snapshot of the registry (SEC-23, SEC-24, DEC-157)', () => {
  it('is taken until its end, and for as long after it as clocks may differ, not a moment later', () => {
    expect(read(text, signedAt).revision).toBe(2)
    expect(read(text, end + snapshotTimes.skewMs).expiresAt).toBe(new Date(end).toISOString())
    expect(() => read(text, end + snapshotTimes.skewMs + 1)).toThrow('expired')
    // A site whose clock is behind takes it as well.
    expect(read(text, signedAt - 3_600_000).revision).toBe(2)
  })

  it('that was kept on disk is better than nothing, however old, and is known to have expired', () => {
    const kept = read(text, end + 86_400_000, null, 'file')
    expect([kept.sets.size, hasExpired(kept, end), hasExpired(kept, end + snapshotTimes.skewMs + 1)]).toEqual([1, false, true])
  })

  it('is never older than the one in use, whatever its end', () => {
    expect(() => read(snapshotText({ ...state(1), issuedAt: new Date(signedAt) }), signedAt, read(text, signedAt))).toThrow('older')
  })

  it('of a registry of the release before is taken until there was one with an end, and not after that', () => {
    const former = read(formerSnapshotText(state(1)), signedAt)
    expect([former.expiresAt, former.sets.size]).toEqual([null, 1])
    expect(read(text, signedAt, former).revision).toBe(2)
    expect(() => read(formerSnapshotText(state(3)), signedAt, read(text, signedAt))).toThrow('without an end')
  })

  it('says what it is: a text that was signed for another purpose is none, and neither is one without an end', () => {
    const { payload } = JSON.parse(text) as { payload: string }
    for (const purpose of ['set', 'link'] as const) expect(() => read(JSON.stringify(sign(payload, registryKey, purpose)), signedAt), purpose).toThrow('signature')
    const endless = JSON.stringify({ ...JSON.parse(payload) as object, expiresAt: undefined })
    expect(() => read(JSON.stringify(sign(endless, registryKey, 'snapshot')), signedAt)).toThrow('until when')
    const { sets: [first] } = JSON.parse(payload) as { sets: [{ payload: string }] }
    const swapped = JSON.stringify({ ...JSON.parse(payload) as object, sets: [sign(first.payload, registryKey, 'link')] })
    expect(() => read(JSON.stringify(sign(swapped, registryKey, 'snapshot')), signedAt)).toThrow('signature of a set')
  })
})
