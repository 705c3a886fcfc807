import { generateKeyPairSync } from 'node:crypto'
import { type ModuleManifest, type ReleaseSet, type SignedLink, type Snapshot, snapshotTimes, type TenantPointer } from '@checkin/releases'
import { publicKeyOf, sign } from '@checkin/releases/signing'
import { browserOf } from '../src/releases/signed-links.ts'
import { readReleases, type Releases } from '../src/releases/snapshot.ts'

export const registryKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
export const publicKey = publicKeyOf(registryKey)

const contracts = { shell: '1.0.0', flow: '1.0.0', rest: '1.0.0', ui: '1.0.0' }

export const aManifest = (name: string, version: string, change: Partial<ModuleManifest> = {}): ModuleManifest => ({
  name, version, uniqueName: `${name}_${version}`.replace(/\W/g, '_'), entry: 'main.js', initial: [], styles: [], words: {}, provides: {}, consumes: [], steps: [],
  contracts: name === 'shell' ? contracts : {}, files: [{ path: 'main.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 }], ...change,
})

/** A set of the shell and the given versions of driver and payment. */
export const aSet = (id: number, driver: string, payment = '1.0.0'): ReleaseSet => ({
  id, createdAt: '2026-12-01T12:00:00Z', shell: aManifest('shell', '1.0.0'), modules: { 'mfe-driver': aManifest('mfe-driver', driver), 'mfe-payment': aManifest('mfe-payment', payment) },
})

export const aPointer = (setId: number, change: Partial<TenantPointer> = {}): TenantPointer => ({ host: 'a.example', revision: 1, setId, rollouts: [], variants: [setId], lastGood: {}, ...change })

export interface ReleaseState {
  readonly revision?: number
  readonly pointers: readonly TenantPointer[]
  readonly sets: readonly ReleaseSet[]
  readonly killed?: readonly { readonly name: string; readonly version: string }[]
  readonly revokedLinks?: readonly string[]
}

/** The registry's signed snapshot, as text. */
export function snapshotText({ revision = 1, pointers, sets, killed = [], revokedLinks, issuedAt = new Date() }: ReleaseState & { readonly issuedAt?: Date }, key = registryKey): string {
  const content: Snapshot = {
    revision, tenants: [...pointers], sets: sets.map((set) => sign(JSON.stringify(set), key, 'set')), killed: [...killed], ...(revokedLinks && { revokedLinks: [...revokedLinks] }),
    purpose: 'snapshot', issuedAt: issuedAt.toISOString(), expiresAt: new Date(issuedAt.getTime() + snapshotTimes.lastsMs).toISOString(),
  }
  return JSON.stringify(sign(JSON.stringify(content), key, 'snapshot'))
}

/** The same as a registry of the release before signs it: without purpose and end. */
export function formerSnapshotText({ revision = 1, pointers, sets, killed = [], revokedLinks }: ReleaseState, key = registryKey): string {
  return JSON.stringify(sign(JSON.stringify({ revision, tenants: pointers, sets: sets.map((set) => sign(JSON.stringify(set), key)), killed, revokedLinks }), key))
}

export const releasesOf = (state: ReleaseState, current: Releases | null = null): Releases => readReleases(snapshotText(state), current, publicKey)

/** A signed link's token. */
export function aSignedLink(link: SignedLink, key = registryKey): string {
  const { payload, signature } = sign(JSON.stringify(link), key, 'link')
  return `${Buffer.from(payload).toString('base64url')}.${Buffer.from(signature, 'base64').toString('base64url')}`
}

const ownBrowser = 'A'.repeat(22)

/** The cookie of the browser that `ofOwnBrowser` is about. */
export const browserCookie = { 'preview-browser': ownBrowser }

/** What a preview's link says when it is one of a browser. */
export const ofOwnBrowser = { browser: browserOf(ownBrowser) }
