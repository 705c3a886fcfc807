import { join } from 'node:path'
import { getSnapshot } from '@checkin/registry'
import { datedSnapshotHeader, snapshotTag } from '@checkin/releases'
import type { Client } from '@checkin/http/client'
import { repeat, type Service } from '@checkin/server'
import { Gauge } from 'prom-client'
import type { SiteSettings } from '../settings.ts'
import type { ServiceLevels } from '../telemetry/service-levels.ts'
import { polledSource, type PolledSource } from './polled-source.ts'
import { hasExpired, readReleases, type Releases } from './snapshot.ts'

export interface RegistryReleasesOptions {
  readonly settings: Pick<SiteSettings, 'dataDir' | 'registryPollMs' | 'registryPublicKey'>
  readonly registry: Client
  readonly levels: ServiceLevels
  readonly log: Service['app']['log']
  readonly metrics: Service['metrics']
  readonly securityEvent: Service['securityEvent']
}

/** What the registry says of releases. */
export interface RegistryReleases extends PolledSource<Releases> {
  /** What is to be known of it although this server serves. */
  readonly notes: () => readonly string[]
}

const watchMs = 1000

/**
 * Polls the registry's signed snapshot. One that has expired stays in use, and open sessions keep their sets: no renter is turned away because nobody
 * answers. But it is told in the log, at `/readyz`, in the metrics and to the registry, because a kill may be missing in it (SEC-23).
 */
export async function registryReleases({ settings, registry, levels, log, metrics, securityEvent }: RegistryReleasesOptions): Promise<RegistryReleases> {
  let committedAt: string | undefined
  let isStarted = false
  let wasRefused = false
  /** Tells once that an answer was refused, not with every question after it. */
  const believed = (text: string, current: Releases | null, origin: 'answer' | 'file'): Releases => {
    try {
      const read = readReleases(text, current, settings.registryPublicKey, origin)
      wasRefused = false
      return read
    } catch (error) {
      if (origin === 'answer' && !wasRefused) securityEvent('release.snapshot.refused')
      wasRefused ||= origin === 'answer'
      throw error
    }
  }
  const source = await polledSource<Releases>({
    file: join(settings.dataDir, 'site', 'snapshot.json'),
    everyMs: settings.registryPollMs,
    fetchText: async (current) => {
      const { headers, data } = await registry.exchange(getSnapshot, undefined, { headers: { [datedSnapshotHeader]: 'dated', ...(current && { 'if-none-match': snapshotTag(current) }) } })
      committedAt = headers.get('x-checkin-committed-at') ?? undefined
      return data && JSON.stringify(data)
    },
    read: (text, current, origin) => {
      const read = believed(text, current, origin)
      // The first answer after a start says how long this server was away, not how long a change takes.
      if (isStarted && current && read.revision > current.revision) levels.learned(committedAt, Date.now())
      return read
    },
    onHealth: (healthy, reason) => { if (healthy) log.info('the registry answers again'); else log.warn({ reason }, 'serving the last signed answer of the registry') },
  })
  isStarted = true

  const isExpired = (): boolean => {
    const current = source.current()
    return current !== null && hasExpired(current, Date.now())
  }
  let wasExpired = false
  const watch = repeat(async () => {
    const expired = isExpired()
    if (expired) levels.expired(Date.now())
    if (expired && !wasExpired) securityEvent('release.snapshot.expired')
    if (expired && !wasExpired) log.warn({ revision: source.current()?.revision, expiresAt: source.current()?.expiresAt }, 'what this server knows of releases has expired')
    if (!expired && wasExpired) log.info('what this server knows of releases is up to date again')
    wasExpired = expired
  }, watchMs)
  new Gauge({
    name: 'checkin_snapshot_expired', help: '1 while what this server knows of releases has expired', registers: [metrics],
    collect() { this.set(isExpired() ? 1 : 0) },
  })
  return {
    ...source, notes: () => (isExpired() ? ['what is known of releases has expired'] : []),
    stop: () => { watch.stop(); source.stop() },
  }
}
