import type { DocumentReading } from '@checkin/document-scan'
import { aDriver } from '@checkin/api/testing'
import { allSettled, type Scope } from 'effector'
import { beforeEach, describe, expect, it } from 'vitest'
import { $facts } from '../forms/facts.ts'
import { imageByteLimit } from '@checkin/driver-rules/images'
import { documentModels, opened } from '../steps/driver-document/model.ts'
import { aPage, visit, type PageOptions } from '../test/shell-double.ts'

const { form, scan } = documentModels.main
const whole: DocumentReading = { number: 'L898902C3', expiryDate: '2032-04-15', birthDay: '900501' }
const file = (name = 'page.jpg', size = 10): File => Object.defineProperty(new File(['x'], name), 'size', { value: size })
const choose = (scope: Scope, picture = file()) => allSettled(scan.chosen, { scope, params: picture })

async function shown(read: Required<PageOptions>['scan'], options: PageOptions = {}) {
  const pictures: string[] = []
  const { scope } = aPage({ driver: aDriver({ birthDate: '1990-05-01' }), scan: (picture) => { pictures.push(picture.name); return read(picture) }, ...options })
  await allSettled(opened, { scope, params: visit('driver-document') })
  await allSettled(form.filled, { scope, params: { id: 'TYPED1', expiryDate: '', issuePlace: 'Faro' } })
  return { scope, pictures, state: () => scope.getState(scan.$scan), values: () => scope.getState(form.$values) }
}

beforeEach(() => { sessionStorage.clear() })

describe('reading a document on the device', () => {
  it('is offered where the tenant wants it, and nowhere by itself', async () => {
    const offered = async (options: PageOptions) => (await shown(() => whole, options)).scope.getState($facts).isScanAvailable
    expect([await offered({}), await offered({ config: { isDocumentScanAvailable: false } }), await offered({ config: { isDocumentScanAvailable: true } })]).toEqual([false, false, true])
  })

  it('shows what it found and fills in nothing before the renter says so', async () => {
    const { scope, state, values } = await shown(() => whole)
    await choose(scope)
    expect(state()).toEqual({ kind: 'found', found: { ...whole, birthDiffers: false } })
    expect(values()).toMatchObject({ id: 'TYPED1', expiryDate: '', issuePlace: 'Faro' })
    await allSettled(scan.accepted, { scope })
    expect([state(), values()]).toMatchObject([{ kind: 'used' }, { id: 'L898902C3', expiryDate: '2032-04-15', issuePlace: 'Faro' }])
    await allSettled(form.fieldChanged, { scope, params: { field: 'id', value: 'MENDED' } })
    expect(values().id).toBe('MENDED')
  })

  it('leaves alone what no check digit proved, and everything when the renter does not want it', async () => {
    const half = await shown(() => ({ ...whole, number: null }))
    await choose(half.scope)
    await allSettled(scan.accepted, { scope: half.scope })
    expect(half.values()).toMatchObject({ id: 'TYPED1', expiryDate: '2032-04-15' })
    const unwanted = await shown(() => whole)
    await choose(unwanted.scope)
    await allSettled(scan.discarded, { scope: unwanted.scope })
    expect([unwanted.state(), unwanted.values()]).toMatchObject([{ kind: 'idle' }, { id: 'TYPED1', expiryDate: '' }])
  })

  it.each([['900501', false], ['900502', true], [null, false]])('says when the document is of somebody born on another day: %s', async (birthDay, birthDiffers) => {
    const { scope, state } = await shown(() => ({ ...whole, birthDay }))
    await choose(scope)
    expect(state()).toMatchObject({ found: { birthDiffers } })
  })

  const endings: readonly (readonly [string, Required<PageOptions>['scan'], string])[] = [
    ['without a zone is unreadable', () => null, 'unreadable'], ['that no engine came for has failed', () => Promise.reject(new TypeError('offline')), 'failed'],
  ]
  it.each(endings)('of a picture %s, and the data are typed', async (_, read, kind) => {
    const { scope, state, values } = await shown(read)
    await choose(scope)
    expect([state(), values().id]).toEqual([{ kind }, 'TYPED1'])
  })

  it('takes the files that an upload would take (DRIVER-60, DRIVER-61)', async () => {
    const { scope, pictures, state } = await shown(() => whole)
    await choose(scope, file('page.pdf'))
    await choose(scope, file('page.jpg', imageByteLimit))
    expect([pictures, state()]).toEqual([[], { kind: 'idle' }])
  })

  it('counts by the last picture, and not after the screen was opened anew', async () => {
    const finish = new Map<string, (reading: DocumentReading) => void>()
    const { scope, state } = await shown(({ name }) => new Promise((done) => { finish.set(name, done) }))
    const both: readonly Promise<unknown>[] = [choose(scope, file('slow.jpg')), choose(scope, file('quick.jpg'))]
    finish.get('quick.jpg')?.({ ...whole, number: 'QUICK' })
    finish.get('slow.jpg')?.({ ...whole, number: 'SLOW' })
    await Promise.all(both)
    expect(state()).toMatchObject({ found: { number: 'QUICK' } })
    const late: Promise<unknown> = choose(scope, file('late.jpg'))
    const again = allSettled(opened, { scope, params: visit('driver-document') })
    finish.get('late.jpg')?.(whole)
    await Promise.all([late, again])
    expect(state()).toEqual({ kind: 'idle' })
  })
})
