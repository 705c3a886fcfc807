import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ImageReader } from '../images/image-reader.ts'
import { clamd, type ClamdAddress, type ScanResult } from './clamd.ts'
import { scannedPictures } from './scanned-pictures.ts'
import { scannerSettings } from './scanner-settings.ts'

/** The test file that every engine reports (https://www.eicar.org), in two parts so that none reports this source. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const jpeg = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(text)])

const stops: (() => void | Promise<void>)[] = []
afterEach(async () => { for (const stop of stops.splice(0)) await stop() })

/** As much of clamd as reads `zINSTREAM`: unwraps the chunks, looks for the test file, and has the limit of its `StreamMaxLength`. */
async function clamdDouble({ most = 25_000_000, answers = (file: Buffer): string => (file.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK') } = {}, path?: string) {
  const heard: Buffer[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    let bytes = Buffer.alloc(0)
    let file = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part])
      if (bytes.length < 10) return
      if (bytes.toString('latin1', 0, 10) !== 'zINSTREAM\0') { socket.end('UNKNOWN COMMAND\0'); return }
      let at = 10
      file = Buffer.alloc(0)
      while (bytes.length >= at + 4) {
        const length = bytes.readUInt32BE(at)
        if (length === 0) { heard.push(file); socket.end(`${answers(file)}\0`); return }
        if (file.length + length > most) { socket.end('INSTREAM size limit exceeded. ERROR\0'); return }
        if (bytes.length < at + 4 + length) return
        file = Buffer.concat([file, bytes.subarray(at + 4, at + 4 + length)])
        at += 4 + length
      }
    })
  })
  await new Promise<void>((done) => { if (path === undefined) server.listen(0, '127.0.0.1', done); else server.listen(path, done) })
  const stop = (): void => { for (const socket of open) socket.destroy(); server.close() }
  stops.push(stop)
  const address: ClamdAddress = path === undefined ? { host: '127.0.0.1', port: (server.address() as AddressInfo).port } : { path }
  return { address, heard, stop }
}

describe('an antivirus engine that speaks clamd\'s protocol (ASVS 5.4.3)', () => {
  it('gets a file whole, in chunks, and what it says is believed', async () => {
    const { address, heard } = await clamdDouble()
    const file = jpeg('x'.repeat(200_000))
    expect(await clamd(address)(file)).toEqual({ kind: 'clean' })
    expect(heard[0]?.equals(file)).toBe(true)
    expect(await clamd(address)(jpeg(`${'x'.repeat(65_530)}${eicar}`))).toEqual({ kind: 'infected', name: 'Eicar-Test-Signature' })
  })

  it('is asked over a socket of this machine too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
    stops.push(() => rm(folder, { recursive: true }))
    const { address } = await clamdDouble({}, join(folder, 'clamd.ctl'))
    expect(await clamd(address)(jpeg(eicar))).toEqual({ kind: 'infected', name: 'Eicar-Test-Signature' })
  })

  it('has not scanned a file that is too long for it, that it fails at, or at which it says nothing', async () => {
    const unknown = { kind: 'unknown' } as const
    expect(await clamd((await clamdDouble({ most: 1000 })).address)(jpeg('x'.repeat(5000)))).toMatchObject(unknown)
    for (const answer of ['stream: lstat() failed. ERROR', '', 'stream: OK FOUND OK', 'OK']) expect(await clamd((await clamdDouble({ answers: () => answer })).address)(jpeg('a')), answer).toMatchObject(unknown)
    const { address, stop } = await clamdDouble()
    stop()
    expect(await clamd(address)(jpeg('a'))).toEqual({ kind: 'unknown', why: 'it could not be reached' })
    const silent = createServer((socket) => { socket.on('error', () => undefined); stops.push(() => { socket.destroy() }) })
    await new Promise<void>((done) => { silent.listen(0, '127.0.0.1', done) })
    stops.push(() => { silent.close() })
    expect(await clamd({ host: '127.0.0.1', port: (silent.address() as AddressInfo).port }, 50)(jpeg('a'))).toEqual({ kind: 'unknown', why: 'it took too long' })
  })
})

describe('a picture of a renter', () => {
  const decoded: Uint8Array[] = []
  const uses: unknown[] = []
  const reader: ImageReader = { read: (file, use) => { decoded.push(file); uses.push(use); return Promise.resolve({ kind: 'read', bytes: Buffer.from('webp') }) }, stop: () => undefined }
  const through = async (result: ScanResult, isRequired = true) => {
    decoded.length = 0
    const heard: ScanResult[] = []
    const { kind } = await scannedPictures(reader, () => Promise.resolve(result), { isRequired, notify: (each) => { heard.push(each) } }).read(jpeg('a'))
    return { kind, decoded: decoded.length, heard: heard.length }
  }

  it('is decoded only when the engine found nothing; with malware it is refused, and the operator hears of it (ASVS 5.4.3)', async () => {
    expect(await through({ kind: 'clean' })).toEqual({ kind: 'read', decoded: 1, heard: 0 })
    expect(await through({ kind: 'infected', name: 'Eicar-Test-Signature' })).toEqual({ kind: 'refused', decoded: 0, heard: 1 })
  })

  it('is one with a company\'s logo, which may be SVG: scanned before it is decoded, and refused as what it is (DEC-358)', async () => {
    decoded.length = 0
    const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>')
    const scanned = (result: ScanResult) => scannedPictures(reader, () => Promise.resolve(result), { isRequired: true, notify: () => undefined })
    expect(await scanned({ kind: 'clean' }).read(logo, 'logo')).toMatchObject({ kind: 'read' })
    expect(uses.at(-1)).toBe('logo')
    expect(await scanned({ kind: 'clean' }).read(logo)).toEqual({ kind: 'refused', problem: 'WrongType' })
    expect(await scanned({ kind: 'infected', name: 'Eicar-Test-Signature' }).read(logo, 'logo')).toEqual({ kind: 'refused', problem: 'Malware' })
    expect(decoded).toHaveLength(1)
  })

  it('may be sent again where the engine is away, and is taken without it only where the installation says so', async () => {
    const away: ScanResult = { kind: 'unknown', why: 'it could not be reached' }
    expect(await through(away)).toEqual({ kind: 'slow', decoded: 0, heard: 1 })
    expect(await through(away, false)).toEqual({ kind: 'read', decoded: 1, heard: 1 })
  })
})

describe('where the engine is', () => {
  const production = { CHECKIN_MODE: 'production' }
  it('is a setting, and on this machine where nothing encrypts on the way', () => {
    expect(scannerSettings({})).toBeNull()
    expect(scannerSettings({ ...production, CHECKIN_SCANNER: 'unix:/run/clamav/clamd.ctl' })).toEqual({ address: { path: '/run/clamav/clamd.ctl' }, isRequired: true })
    expect(scannerSettings({ ...production, CHECKIN_SCANNER: '[::1]:3310', CHECKIN_SCANNER_REQUIRED: 'false' })).toEqual({ address: { host: '::1', port: 3310 }, isRequired: false })
    expect(() => scannerSettings({ ...production, CHECKIN_SCANNER: 'clamav.internal:3310' })).toThrow(/CHECKIN_SCANNER: must be on this machine/)
    expect(scannerSettings({ ...production, CHECKIN_SCANNER: 'clamav.internal:3310', CHECKIN_PLAIN_HOPS: 'true' })).toMatchObject({ address: { host: 'clamav.internal', port: 3310 } })
    expect(() => scannerSettings({ CHECKIN_SCANNER: 'clamd' })).toThrow(/CHECKIN_SCANNER/)
  })
})
