import { generateKeyPairSync } from 'node:crypto'
import type { ModuleManifest, ReleaseSet, Snapshot, TenantPointer } from '@checkin/releases'
import { publicKeyOf, sign } from '@checkin/releases/signing'
import { readReleases, type Releases } from '@checkin/site/releases/snapshot'
import { sessionOf } from '@checkin/site/releases/session'
import { keep, percentile } from '../report.ts'

const tenants = 10_000
const releases = 200
const modules = ['mfe-verification', 'mfe-driver', 'mfe-offers', 'mfe-payment', 'mfe-precheckout'] as const
/** Files of one module version, as many as ours have. */
const filesOfModule = 12

function manifestOf(name: string, version: string): ModuleManifest {
  const files = Array.from({ length: filesOfModule }, (_file, at) => ({ path: at === 0 ? 'main.js' : `chunk-${at}.js`, integrity: `sha384-${'A'.repeat(64)}`, bytes: 20_000 + at }))
  return {
    name, version, uniqueName: `${name}_${version}`.replace(/\W/g, '_'), entry: 'main.js', initial: [], styles: [], words: {}, provides: {}, consumes: ['react', 'effector'],
    contracts: { shell: '1.0.0', flow: '1.0.0', rest: '1.0.0', ui: '1.0.0' }, steps: [`${name}-step`], files,
  }
}

const setOf = (id: number): ReleaseSet => ({
  id, createdAt: '2026-12-01T12:00:00Z', shell: manifestOf('shell', '1.0.0'), modules: Object.fromEntries(modules.map((name, at) => [name, manifestOf(name, `1.${Math.floor(id / (at + 1))}.0`)])),
})

/** Every tenth tenant rolls something out. */
const pointerOf = (at: number): TenantPointer => {
  const setId = 1 + at % releases
  const other = 1 + (at + 1) % releases
  const rollouts = at % 10 === 0 ? [{ id: `r${at}`, modules: { 'mfe-payment': '2.0.0' }, salt: `salt ${at}`, cohorts: [], percent: 10 }] : []
  return { host: `tenant-${at}.example`, revision: 1, setId, rollouts, variants: rollouts.length > 0 ? [setId, other] : [setId], lastGood: { 'mfe-payment': other } }
}

const megabytes = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().rss / 1e6
}

/** `npm run bench -- tenants`: 10,000 tenants, five modules, 200 releases at one site server. */
export async function manyTenantsBench(): Promise<void> {
  const key = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const sets = Array.from({ length: releases }, (_set, at) => sign(JSON.stringify(setOf(at + 1)), key))
  const snapshot = (revision: number): string => {
    const content: Snapshot = { revision, tenants: Array.from({ length: tenants }, (_tenant, at) => pointerOf(at)), sets, killed: [] }
    return JSON.stringify(sign(JSON.stringify(content), key))
  }
  const texts = [snapshot(1), snapshot(2)] as const
  const empty = megabytes()
  let known: Releases | null = null
  const readMs: number[] = []
  for (const text of texts) {
    const started = performance.now()
    known = readReleases(text, known, publicKeyOf(key))
    readMs.push(performance.now() - started)
  }
  if (!known) throw new Error('nothing was read')
  const input = { cookies: {}, secret: 'a secret of sixteen or more', publicKey: publicKeyOf(key), traits: { language: 'en', device: 'desktop' as const }, isPaying: false, isPreview: false }
  const times: number[] = []
  for (let at = 0; at < 20_000; at += 1) {
    const started = performance.now()
    sessionOf(known, { ...input, host: `tenant-${(at * 7919) % tenants}.example`, now: Date.now() })
    times.push(performance.now() - started)
  }
  const figures = {
    snapshotMegabytes: round(texts[0].length / 1e6), readFirstMs: round(readMs[0]), readNextMs: round(readMs[1]),
    resolveP50Ms: round(percentile(times, 0.5)), resolveP99Ms: round(percentile(times, 0.99)), moreMegabytes: round(megabytes() - empty), allMegabytes: round(megabytes()),
  }
  console.log(`${tenants} tenants, ${modules.length} modules, ${releases} release sets`)
  console.table(figures)
  await keep('tenants', figures)
}

const round = (value = Number.NaN): number => Math.round(value * 1000) / 1000
