import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPairSync } from 'node:crypto'
import { createClient } from '@checkin/http/client'
import { createService } from '@checkin/server'
import { expect, it } from 'vitest'
import { aPointer, aSet, publicKey, snapshotText } from '../../test/release.fixture.ts'
import { Reporter } from '../telemetry/reporter.ts'
import { registryReleases } from './registry-releases.ts'

it('a snapshot that the registry did not sign, or that is older, is told once as a security event, and once more after a good one (DEC-216, SEC-23)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snapshot-events-'))
  const strangersKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const state = (revision: number) => ({ revision, pointers: [aPointer(1, { revision })], sets: [aSet(1, '1.0.0')] })
  let answer = snapshotText(state(1))
  const seen: string[] = []
  const { app, metrics, stop } = createService({ name: 'site', log: { level: 'silent' } })
  const releases = await registryReleases({
    settings: { dataDir: folder, registryPollMs: 3_600_000, registryPublicKey: publicKey }, levels: new Reporter({ hostileNetworks: 0, isCanary: () => false }).levels, log: app.log, metrics,
    registry: createClient({ baseUrl: 'http://registry.test', fetch: () => Promise.resolve(new Response(answer, { headers: { 'content-type': 'application/json' } })) }), securityEvent: (name) => { seen.push(name) },
  })
  const hears = async (text: string): Promise<boolean> => { answer = text; return releases.refresh() }
  try {
    expect(releases.current()?.revision).toBe(1)
    expect([await hears(snapshotText(state(2), strangersKey)), await hears(snapshotText(state(2), strangersKey)), seen.length]).toEqual([false, false, 1])
    expect([await hears(snapshotText(state(3))), await hears(snapshotText(state(2)))]).toEqual([true, false])
    expect(seen).toEqual(['release.snapshot.refused', 'release.snapshot.refused'])
    expect(releases.current()?.revision).toBe(3)
  } finally {
    releases.stop()
    await stop()
    await rm(folder, { recursive: true })
  }
})
