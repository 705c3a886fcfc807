import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { integrityOf } from '@checkin/releases/signing'
import { internalFetch } from '@checkin/server'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { aManifest, aSet } from '../../test/release.fixture.ts'
import { anApi, wholeSite } from '../../test/whole-site.fixture.ts'
import { checkedAssets, relayHeader, type SourceTrouble } from './asset-origins.ts'
import { assetsInFolder, readAsset, type AssetReader } from './asset-reader.ts'

const path = 'shell/1.0.0/main.js'
const bytes = Buffer.from(`export const page = '${'signed '.repeat(50)}'`)
const other = Buffer.from(bytes.toString().replace('signed', 'sigmed'))
const signedAs = { path: 'main.js', integrity: integrityOf(bytes), bytes: bytes.length }

type Answer = (response: ServerResponse, request: IncomingMessage) => void
const giving = (body: Buffer): Answer => (response) => { response.end(body) }
const status = (code: number): Answer => (response) => { response.writeHead(code).end() }
const redirecting: Answer = (response) => { response.writeHead(302, { location: '/elsewhere' }).end() }
const hanging: Answer = () => undefined
/** Begins to answer and does not go on. */
const stalling: Answer = (response) => { response.write(bytes.subarray(0, 10)) }

/** A second server, on an origin of its own. */
async function anOrigin(answer: Answer): Promise<{ readonly origin: string; readonly asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(response, request)
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

let folder = ''
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'asset-origins-')) })
afterEach(() => { rmSync(folder, { recursive: true }) })
const write = (name: string, content: Buffer): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}

function sources(own: AssetReader, origins: readonly string[], mostBytes?: number) {
  const notes: [string, SourceTrouble | 'gave'][] = []
  const assets = checkedAssets({
    own, origins, deadlineMs: 1500, signed: (asked) => (asked === path ? signedAs : null),
    onTrouble: (source, trouble) => notes.push([source, trouble]), onRecovery: (source) => notes.push([source, 'gave']), ...(mostBytes !== undefined && { mostBytes }),
  })
  return { assets, notes }
}
const away: AssetReader = { open: async () => { throw new Error('EIO') } }
const slow: AssetReader = { open: () => new Promise(() => undefined) }

describe('a further origin of published files (DEC-244)', () => {
  it.each([
    ['away', 'away', () => away],
    ['slow', 'slow', () => slow],
    ['damaged', 'damaged', () => { write(path, other); return assetsInFolder(folder) }],
    ['empty', 'missing', () => assetsInFolder(folder)],
  ] as const)('gives a file whose own source is %s, once for everybody', async (_what, trouble, own) => {
    const second = await anOrigin(giving(bytes))
    const { assets, notes } = sources(own(), [second.origin])
    const all = await Promise.all([readAsset(assets, path), readAsset(assets, path)])
    expect([...all, await readAsset(assets, path)]).toEqual([bytes, bytes, bytes])
    expect(second.asked.map(({ url, headers }) => [url, headers[relayHeader]])).toEqual([[`/assets/${path}`, '1']])
    expect(notes).toEqual([['own', trouble], [second.origin, 'gave']])
  })

  it.each([
    ['away', 'away', status(500)],
    ['elsewhere by a redirect', 'away', redirecting],
    ['slow', 'slow', hanging],
    ['slow half way', 'slow', stalling],
    ['damaged', 'damaged', giving(other)],
    ['longer than what was signed', 'damaged', giving(Buffer.concat([bytes, bytes]))],
    ['empty', 'missing', status(404)],
  ] as const)('gives way to the next one when it is %s', async (_what, trouble, answer) => {
    const [second, third] = [await anOrigin(answer), await anOrigin(giving(bytes))]
    const { assets, notes } = sources(assetsInFolder(folder), [second.origin, third.origin])
    expect(await readAsset(assets, path)).toEqual(bytes)
    expect(notes).toEqual([['own', 'missing'], [second.origin, trouble], [third.origin, 'gave']])
  })

  it('is not asked for what the own source has as it was signed, nor for a file of no release set', async () => {
    write(path, bytes)
    write('shell/0.9.0/main.js', other)
    const second = await anOrigin(giving(bytes))
    const { assets, notes } = sources(assetsInFolder(folder), [second.origin])
    expect(await readAsset(assets, path)).toEqual(bytes)
    expect(await readAsset(assets, 'shell/0.9.0/main.js')).toEqual(other)
    expect(await readAsset(assets, 'shell/0.8.0/main.js')).toBeNull()
    expect([second.asked, notes]).toEqual([[], []])
  })

  it('is asked before a source that was slow a moment ago', async () => {
    const second = await anOrigin(giving(bytes))
    const { assets, notes } = sources(slow, [second.origin], 0)
    await readAsset(assets, path)
    await readAsset(assets, path)
    expect(notes).toEqual([['own', 'slow'], [second.origin, 'gave'], [second.origin, 'gave']])
  })

  it.each([['damaged everywhere', giving(other), 'damaged'], ['away everywhere', status(500), 'away']] as const)('changes nothing about a file that is %s: nobody gets it', async (_what, answer, kind) => {
    const second = await anOrigin(answer)
    if (kind === 'damaged') write(path, other)
    const { assets } = sources(kind === 'damaged' ? assetsInFolder(folder) : away, [second.origin])
    await expect(readAsset(assets, path)).rejects.toMatchObject({ name: 'FilesUnavailable', kind })
  })

  it('is where a compressed file comes from that is damaged here; what was published without compression stays so', async () => {
    const second = await anOrigin(giving(bytes))
    write(`${path}.br`, brotliCompressSync(other))
    const { assets } = sources(assetsInFolder(folder), [second.origin])
    expect(brotliDecompressSync((await readAsset(assets, `${path}.br`))!)).toEqual(bytes)
    write(path, bytes)
    expect(await readAsset(sources(assetsInFolder(folder), [second.origin]).assets, `${path}.gz`)).toBeNull()
    write(`${path}.br`, brotliCompressSync(bytes))
    expect(await readAsset(sources(assetsInFolder(folder), [second.origin]).assets, `${path}.br`)).toEqual(brotliCompressSync(bytes))
  })
})

describe('a site whose own files are damaged (DEC-244, REL-15, SEC-21)', () => {
  const set = { ...aSet(1, '1.0.0'), shell: aManifest('shell', '1.0.0', { files: [signedAs] }), modules: {} }
  async function site(origins: readonly string[]) {
    const api = anApi()
    const { port, stop } = await wholeSite({ apiPort: await api.listen({ port: 0 }), assetsDir: folder, assetOrigins: { origins, deadlineMs: 500 }, set })
    onTestFinished(async () => {
      await stop()
      await api.stop()
    })
    return { origin: `http://127.0.0.1:${port}`, get: (where: string, headers: Record<string, string> = {}) => internalFetch(`http://127.0.0.1:${port}${where}`, { headers }) }
  }

  it('serves those of a further origin at the same addresses, is ready, and lets pages load from no other origin', async () => {
    write(path, other)
    const second = await anOrigin(giving(bytes))
    const { get } = await site([second.origin])
    const { status: code, headers, bytes: got } = await get(`/assets/${path}`)
    expect([code, headers['cache-control'], got]).toEqual([200, 'public, max-age=31536000, immutable', bytes])
    await expect.poll(async () => (await get('/readyz')).status).toBe(200)
    const page = await get('/checkin', { host: 'costaverde.localhost' })
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(JSON.stringify(page.headers) + page.text()).not.toContain(second.origin)
  })

  it('says 503 and keeps nothing where every source has other bytes, so that the page goes on with the last good version or to the counter', async () => {
    write(path, other)
    const { get } = await site([(await anOrigin(giving(other))).origin])
    const { status: code, headers, text } = await get(`/assets/${path}`)
    expect([code, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '2'])
    expect(text()).not.toContain('sigmed')
  })

  it('and a second one that names it as its further origin do not ask each other for ever', async () => {
    const asked: IncomingMessage[] = []
    let first = ''
    const between = await anOrigin((response, request) => {
      asked.push(request)
      void internalFetch(`${first}${request.url}`, { headers: { [relayHeader]: String(request.headers[relayHeader]) } }).then((answer) => { response.writeHead(answer.status).end(answer.bytes) })
    })
    const { origin, get } = await site([between.origin])
    first = origin
    expect((await get(`/assets/${path}`)).status).toBe(404)
    expect(asked.filter(({ url }) => url === `/assets/${path}`).length).toBeGreaterThan(0)
    expect(asked.every(({ headers }) => headers[relayHeader] === '1')).toBe(true)
  })
})
