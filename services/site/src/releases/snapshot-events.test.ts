import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPairSync } from 'node:crypto'
import { snapshotTimes } from '@checkin/releases'
import { createClient } from '@checkin/http/client'
import { createService } from '@checkin/server'
import { afterEach, expect, it } from 'vitest'
import { aPointer, aSet, publicKey, snapshotText } from '../../test/release.fixture.ts'
import { Reporter } from '../telemetry/reporter.ts'
import { registryReleases } from './registry-releases.ts'

const state = (revision: number) => ({ revision, pointers: [aPointer(1, { revision })], sets: [aSet(1, '1.0.0')] })
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => { for (const close of closing.splice(0).reverse()) await close() })

/** A site's view of the registry, which answers what it is told, and the security events so far. */
async function listening(first: string, file?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'snapshot-events-'))
  closing.push(() => rm(folder, { recursive: true }))
  if (file !== undefined) {
    await mkdir(join(folder, 'site'))
    await writeFile(join(folder, 'site', 'snapshot.json'), file)
  }
  let answer = first
  const seen: string[] = []
  const { app, metrics, stop } = createService({ name: 'site', log: { level: 'silent' } })
  closing.push(stop)
  const releases = await registryReleases({
    settings: { dataDir: folder, registryPollMs: 3_600_000, registryPublicKey: publicKey }, levels: new Reporter({ hostileNetworks: 0, isCanary: () => false }).levels, log: app.log, metrics,
    registry: createClient({ baseUrl: 'http://registry.test', fetch: () => Promise.resolve(new Response(answer, { headers: { 'content-type': 'application/json' } })) }), securityEvent: (name) => { seen.push(name) },
  })
  closing.push(() => { releases.stop(); return Promise.resolve() })
  return { releases, seen, hears: async (text: string): Promise<boolean> => { answer = text; return releases.refresh() } }
}

it('a snapshot that the registry did not sign, or that is older, is told once as a security event, and once more after a good one (DEC-216, SEC-23)', async () => {
  const strangersKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const { releases, seen, hears } = await listening(snapshotText(state(1)))
  expect(releases.current()?.revision).toBe(1)
  expect([await hears(snapshotText(state(2), strangersKey)), await hears(snapshotText(state(2), strangersKey)), seen.length]).toEqual([false, false, 1])
  expect([await hears(snapshotText(state(3))), await hears(snapshotText(state(2)))]).toEqual([true, false])
  expect(seen).toEqual(['release.snapshot.refused', 'release.snapshot.refused'])
  expect(releases.current()?.revision).toBe(3)
})

it('a snapshot that has ended while the registry is silent is told as a security event, and stays in use (DEC-216, SEC-23)', async () => {
  const hoursAgo = new Date(Date.now() - 2 * snapshotTimes.lastsMs)
  const { releases, seen } = await listening('no answer', snapshotText({ ...state(1), issuedAt: hoursAgo }))
  await expect.poll(() => seen.filter((name) => name === 'release.snapshot.expired')).toHaveLength(1)
  expect(releases.current()?.revision).toBe(1)
})
