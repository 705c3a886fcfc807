import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReportBatch } from '@checkin/telemetry'
import { polledSource } from './polled-source.ts'
import { aPointer, aSet, publicKey, snapshotText } from '../../test/release.fixture.ts'
import { readReleases, type Releases } from './snapshot.ts'
import { Reporter, sendReports, shellIn } from '../telemetry/reporter.ts'
import { sessionOf } from './session.ts'

const minute = 60_000
const sessionsAMinute = 3
const everyMs = 10_000

describe('a day without the registry', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'day-'))
    // Files are read and written in their own time; the day is not.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse('2026-12-01T00:00:00Z') })
      })
  afterEach(async () => {
    vi.useRealTimers()
    await rm(folder, { recursive: true })
  })

  it('gives every session the last signed set, ends and renews pins, outlives a cold start, and keeps none of the reports that nobody takes', async () => {
    let answer: string | null = snapshotText({ pointers: [aPointer(1)], sets: [aSet(1, '1.0.0'), aSet(2, '1.1.0')] })
    const health: boolean[] = []
    const start = () => polledSource<Releases>({
      file: join(folder, 'snapshot.json'), everyMs, read: (text, current, origin) => readReleases(text, current, publicKey, origin), onHealth: (healthy) => { health.push(healthy) },
      fetchText: () => (answer === null ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve(answer)),
    })
    const reporter = new Reporter({ hostileNetworks: 10, isCanary: () => false })
    const batches: ReportBatch[] = []
    const sending = sendReports(reporter, (batch) => { batches.push(batch); return Promise.reject(new Error('connect ECONNREFUSED')) }, everyMs)
    const enters = (releases: Releases | null, cookies: Record<string, string> = {}) => {
      const session = releases && sessionOf(releases, {
        host: 'a.example', cookies, secret: 'a secret of sixteen or more', publicKey, now: Date.now(), traits: { language: 'en', device: 'desktop' }, isPaying: false, isPreview: false,
      })
      if (!session) return null
      const from = { session: session.name, address: '192.0.2.1', now: Date.now() }
      reporter.pageSent(from, 'a.example', session.set)
      const of = { session: session.name, host: 'a.example', module: 'mfe-driver', version: session.set.modules['mfe-driver']?.version ?? '', settings: '' }
      reporter.foundReservation(session.name, session.name)
      reporter.started(of, from)
      reporter.reached(of, 'driver-details', shellIn(session.set, of), from)
      reporter.failed(of, { phase: 'load', reason: 'threw', step: 'driver-details' }, from)
      return { setId: session.set.id, cookies: session.cookies }
    }

    let site = await start()
    let open = enters(site.current())
    answer = snapshotText({ revision: 2, pointers: [aPointer(2, { revision: 2 })], sets: [aSet(1, '1.0.0'), aSet(2, '1.1.0')] })
    expect(await site.refresh()).toBe(true)
    answer = null

    const given = new Map<number | undefined, number>()
    const openHad: (number | undefined)[] = []
    for (let at = 0; at < 24 * 60; at += 1) {
      await vi.advanceTimersByTimeAsync(minute)
      if (at === 12 * 60) {
        site.stop()
        site = await start()
      }
      for (let count = 0; count < sessionsAMinute; count += 1) {
        const setId = enters(site.current())?.setId
        given.set(setId, (given.get(setId) ?? 0) + 1)
      }
      open = enters(site.current(), open?.cookies)
      openHad.push(open?.setId)
    }

    expect([...given]).toEqual([[2, 24 * 60 * sessionsAMinute]])
    // One page that stays open all day: what it began with for five hours (DEC-85), then the last signed set, renewed every five hours.
    expect(openHad.findIndex((setId) => setId === 2)).toBe(5 * 60)
    expect(new Set(openHad.slice(5 * 60))).toEqual(new Set([2]))
    // Said once per process, not once per poll.
    expect(health).toEqual([false, false])

    const rows = batches.map(({ levels: _levels, ...lists }) => Object.values(lists).reduce((sum, each) => sum + each.length, 0))
    expect(rows.length).toBeGreaterThan(24 * 60)
    expect(Math.max(...rows)).toBeLessThan(20)
    sending.stop()
    reporter.drain(Date.now() + minute)
    expect(reporter.drain(Date.now() + minute)).toBeNull()
    site.stop()
  })
})
