import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReportBatch } from '@checkin/remote/reports'
import { polledSource } from './polled-source.ts'
import { aPointer, aSet, publicKey, snapshotText } from './release.fixture.ts'
import { readReleases, type Releases } from './release-source.ts'
import { Reporter } from './reporter.ts'
import { sendReports } from './send-reports.ts'
import { visitOf } from './visit.ts'

const lost = vi.hoisted(() => ({ batches: [] as unknown[] }))
vi.mock(import('@checkin/server'), async (original) => ({
  ...await original(),
  internalFetch: (_address, options) => { lost.batches.push(options?.body); return Promise.reject(new Error('connect ECONNREFUSED')) },
}))

const minute = 60_000
const sessionsAMinute = 3
const everyMs = 10_000

describe('a day without the registry', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'day-'))
    // Files are read and written in their own time; the day is not.
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse('2026-12-01T00:00:00Z') })
    lost.batches.length = 0
  })
  afterEach(async () => {
    vi.useRealTimers()
    await rm(folder, { recursive: true })
  })

  it('gives every session the last signed set, ends and renews holds, outlives a cold start, and keeps none of the reports that nobody takes', async () => {
    let answer: string | null = snapshotText({ pointers: [aPointer(1)], sets: [aSet(1, '1.0.0'), aSet(2, '1.1.0')] })
    const health: boolean[] = []
    const start = () => polledSource<Releases>({
      file: join(folder, 'snapshot.json'), everyMs, read: (text, current) => readReleases(text, current, publicKey), onHealth: (healthy) => { health.push(healthy) },
      fetchText: () => (answer === null ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve(answer)),
    })
    const reporter = new Reporter({ badPerAddress: 2 })
    const sending = sendReports(reporter, { registry: 'http://127.0.0.1:9', secret: 'a secret', everyMs })
    const enters = (releases: Releases | null, cookies: Record<string, string> = {}) => {
      const visit = releases && visitOf(releases, {
        host: 'a.example', cookies, secret: 'a secret of sixteen or more', publicKey, secure: false, now: Date.now(), traits: { language: 'en', device: 'desktop' }, paying: false,
      })
      if (!visit) return null
      reporter.pageSent(visit.name, 'a.example', visit.set, Date.now())
      const report = { visit: visit.name, host: 'a.example', module: 'mfe-driver', version: visit.set.modules['mfe-driver']?.version ?? '' }
      reporter.started(report, Date.now())
      reporter.reached(report, 'driver-details', { shell: visit.set.shell.version, address: visit.name, now: Date.now() })
      reporter.failed(report, { phase: 'load', reason: 'threw', step: 'driver-details' }, visit.name, Date.now())
      return { setId: visit.set.id, cookies: Object.fromEntries(visit.cookies.map((cookie) => cookie.split(';')[0]?.split('=') ?? [])) as Record<string, string> }
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
      for (let session = 0; session < sessionsAMinute; session += 1) {
        const setId = enters(site.current())?.setId
        given.set(setId, (given.get(setId) ?? 0) + 1)
      }
      open = enters(site.current(), open?.cookies)
      openHad.push(open?.setId)
    }

    expect([...given]).toEqual([[2, 24 * 60 * sessionsAMinute]])
    // One page that stays open all day: what it entered with for five hours (DEC-85), then the last signed set, renewed every five hours.
    expect(openHad.findIndex((setId) => setId === 2)).toBe(5 * 60)
    expect(new Set(openHad.slice(5 * 60))).toEqual(new Set([2]))
    // Said once per process, not once per poll.
    expect(health).toEqual([false, false])

    const rows = (lost.batches as ReportBatch[]).map(({ levels: _levels, ...lists }) => Object.values(lists).reduce((sum, each) => sum + each.length, 0))
    expect(rows.length).toBeGreaterThan(24 * 60)
    expect(Math.max(...rows)).toBeLessThan(20)
    sending.stop()
    reporter.drain(Date.now() + minute)
    expect(reporter.drain(Date.now() + minute)).toBeNull()
    site.stop()
  })
})
