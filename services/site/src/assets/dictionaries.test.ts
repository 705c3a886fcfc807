import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, zstdDecompressSync } from 'node:zlib'
import { integrityOf } from '@checkin/releases/signing'
import { internalFetch } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aManifest, aSet } from '../../test/release.fixture.ts'
import { anApi, wholeSite, type WholeSite } from '../../test/whole-site.fixture.ts'
import { assetsInFolder } from './asset-reader.ts'
import { dictionaryCompression } from './dictionaries.ts'

const filler = randomBytes(6000).toString('base64')
const former = Buffer.from(`globalThis.price = 1;/*${filler}*/`)
const wanted = Buffer.from(`globalThis.price = 2;/*${filler}*/`)
const foreign = Buffer.from(`globalThis.else = 1;/*${randomBytes(6000).toString('base64')}*/`)
const hashOf = (bytes: Buffer): string => `:${createHash('sha256').update(bytes).digest('base64')}:`
const folder = mkdtempSync(join(tmpdir(), 'dictionaries-'))
const published = {
  'mfe-offers/1.0.0/12.aaaaaaaa.js': former,
  'mfe-offers/1.1.0/12.bbbbbbbb.js': wanted,
  'mfe-offers/1.0.0/13.aaaaaaaa.js': former,
  'mfe-offers/1.1.0/14.bbbbbbbb.js': foreign,
  'mfe-offers/1.0.0/14.aaaaaaaa.js': former,
  'mfe-payment/1.0.0/12.aaaaaaaa.js': former,
  'mfe-offers/1.2.0/12.cccccccc.js': wanted,
}
const file = (path: string, bytes: Buffer) => ({ path, integrity: integrityOf(bytes), bytes: bytes.length })

let site: WholeSite
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  for (const [path, bytes] of Object.entries(published)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
    writeFileSync(join(folder, `${path}.br`), brotliCompressSync(bytes))
  }
  const set = aSet(1, '1.0.0')
  const offers = aManifest('mfe-offers', '1.1.0', { files: [file('12.bbbbbbbb.js', wanted), file('14.bbbbbbbb.js', foreign)] })
  const api = anApi()
  site = await wholeSite({ apiPort: await api.listen({ port: 0 }), assetsDir: folder, set: { ...set, modules: { ...set.modules, 'mfe-offers': offers } } })
  stops.push(site.stop, () => api.stop())
})
afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true })
})

/** What a browser gets that has `held` of an earlier version. */
async function ask(path: string, held: { readonly id: string; readonly bytes: Buffer } | null, accepts = 'gzip, br, dcz') {
  const answer = await internalFetch(`http://127.0.0.1:${site.port}/assets/${path}`, {
    headers: { 'accept-encoding': accepts, ...(held && { 'available-dictionary': hashOf(held.bytes), 'dictionary-id': `"${held.id}"` }) },
  })
  return { status: answer.status, headers: answer.headers, bytes: answer.bytes }
}

describe('a file of another version of a module (RFC 9842, DEC-303)', () => {
  it('comes as what differs from the one that a returning renter has, a tenth of its size, and is the signed file', async () => {
    const { headers, bytes } = await ask('mfe-offers/1.1.0/12.bbbbbbbb.js', { id: 'mfe-offers/1.0.0/12.aaaaaaaa.js', bytes: former })
    expect(headers['content-encoding']).toBe('dcz')
    expect(headers.vary).toBe('Accept-Encoding, Available-Dictionary')
    expect(bytes.length * 10).toBeLessThan(brotliCompressSync(wanted).length)
    expect(bytes.subarray(0, 40)).toEqual(Buffer.concat([Buffer.from('5e2a4d1820000000', 'hex'), createHash('sha256').update(former).digest()]))
    expect(integrityOf(zstdDecompressSync(bytes.subarray(40), { dictionary: former }))).toBe(integrityOf(wanted))
  })

  it('says which files of later versions it is good for', async () => {
    expect((await ask('mfe-offers/1.0.0/12.aaaaaaaa.js', null)).headers['use-as-dictionary']).toBe('match="/assets/mfe-offers/*/12.*.js", id="mfe-offers/1.0.0/12.aaaaaaaa.js"')
    expect((await ask('mfe-offers/1.0.0/99.aaaaaaaa.js', null)).headers['use-as-dictionary']).toBeUndefined()
  })

  it.each([
    ['what the browser has is not what it names', 'mfe-offers/1.1.0/12.bbbbbbbb.js', 'mfe-offers/1.0.0/12.aaaaaaaa.js', wanted],
    ['it names another file of the module', 'mfe-offers/1.1.0/12.bbbbbbbb.js', 'mfe-offers/1.0.0/13.aaaaaaaa.js', former],
    ['it names a file of another module', 'mfe-offers/1.1.0/12.bbbbbbbb.js', 'mfe-payment/1.0.0/12.aaaaaaaa.js', former],
    ['it names no published file', 'mfe-offers/1.1.0/12.bbbbbbbb.js', 'mfe-offers/1.0.9/12.aaaaaaaa.js', former],
    ['it names a path out of the folder', 'mfe-offers/1.1.0/12.bbbbbbbb.js', 'mfe-offers/1.0.0/../1.0.0/12.aaaaaaaa.js', former],
    ['nothing of it is the same', 'mfe-offers/1.1.0/14.bbbbbbbb.js', 'mfe-offers/1.0.0/14.aaaaaaaa.js', former],
    ['no release set serves the wanted version', 'mfe-offers/1.2.0/12.cccccccc.js', 'mfe-offers/1.0.0/12.aaaaaaaa.js', former],
  ])('comes as it was published where %s', async (_case, path, id, bytes) => {
    const { status, headers } = await ask(path, { id, bytes })
    expect([status, headers['content-encoding']]).toEqual([200, 'br'])
  })

  it('comes as it was published to a browser that does not take differences', async () => {
    expect((await ask('mfe-offers/1.1.0/12.bbbbbbbb.js', { id: 'mfe-offers/1.0.0/12.aaaaaaaa.js', bytes: former }, 'gzip, br')).headers['content-encoding']).toBe('br')
  })

  it('keeps nobody waiting while others are made, and is made once for all who ask', async () => {
    let read = 0
    const own = assetsInFolder(folder)
    const { packed } = dictionaryCompression({ isServed: () => true, atOnce: 1, assets: { open: (path) => { read += 1; return own.open(path) } } })
    const difference = (version: string, path: string) => packed({ name: 'mfe-offers', version, path }, { id: '"mfe-offers/1.0.0/12.aaaaaaaa.js"', hash: hashOf(former) })
    const [first, same, other] = await Promise.all([difference('1.1.0', '12.bbbbbbbb.js'), difference('1.1.0', '12.bbbbbbbb.js'), difference('1.2.0', '12.cccccccc.js')])
    expect([first?.equals(same ?? Buffer.alloc(0)), other, read]).toEqual([true, null, 3])
    await difference('1.1.0', '12.bbbbbbbb.js')
    expect(read).toBe(3)
  })
})
