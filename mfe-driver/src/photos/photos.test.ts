import { aDriver } from '@checkin/api/testing'
import { driverVerified, problemOccurred } from '@checkin/flow'
import { collected } from '@checkin/testing'
import { imageByteLimit } from '@checkin/driver-rules/images'
import { allSettled } from 'effector'
import { beforeEach, describe, expect, it } from 'vitest'
import { $countryHints } from '../forms/likely-countries.ts'
import { driverForms } from '../forms/driver-forms.ts'
import { opened, verifications } from '../steps/verify-driver/model.ts'
import { aPage, scanFirst, specimens, visit, type PageOptions } from '../test/shell-double.ts'
import { photosModels, type Side } from './photos.model.ts'

const file = (name = 'picture.jpg', size = 10): File => Object.defineProperty(new File(['x'], name), 'size', { value: size })
const reads: Required<PageOptions>['read'] = (kind) => ({ kind: 'read', reading: specimens[kind] })

async function shown(options: PageOptions = {}) {
  const subject = options.flow === 'additionalDriver' ? 'additional' as const : 'main' as const
  const model = photosModels[subject]
  const forms = driverForms[subject]
  const page = aPage({ config: scanFirst, driver: null, read: reads, documentTypes: [{ id: 'passport', name: 'Passport' }], ...options })
  const { scope } = page
  await allSettled(opened, { scope, params: visit('verify-driver') })
  const take = (side: Side, picture = file()) => allSettled(model.taken, { scope, params: { side, file: picture } })
  const values = () => ({ ...scope.getState(forms.verify.$values), document: scope.getState(forms.document.$values), licence: scope.getState(forms.licence.$values) })
  return { ...page, subject, model, forms, take, values, sides: () => scope.getState(model.$sides) }
}

beforeEach(() => { sessionStorage.clear() })

describe('pictures of a driver\'s documents (DEC-176)', () => {
  it.each(['normal', 'additionalDriver'] as const)('fill the forms of the driver whose turn it is, and are kept for the upload: %s', async (flow) => {
    const { take, values, subject, scope } = await shown({ flow, image: ({ name }) => name, addDriver: null })
    await take('document.front', file('passport.png'))
    await take('licence.front', file('licence-front.png'))
    await take('licence.back', file('licence-back.png'))
    expect(values()).toMatchObject({
      birthDate: '1990-05-01', driversLicense: 'P-987654',
      document: { idType: 'passport', id: 'L898902C3', expiryDate: '2032-04-15', imageFront: 'passport.png', imageBack: '' },
      licence: { issueDate: '2015-06-01', expiryDate: '2035-06-01', issueCountry: '620', imageFront: 'licence-front.png', imageBack: 'licence-back.png' },
    })
    const other = driverForms[subject === 'main' ? 'additional' : 'main']
    expect([scope.getState(other.verify.$values).birthDate, scope.getState(other.document.$values).id]).toEqual(['', ''])
    expect(scope.getState($countryHints).issuers).toEqual(['PT'])
  })

  it('never give a name, and say when a document seems to be somebody else\'s', async () => {
    const { take, values, scope, model } = await shown({ flow: 'additionalDriver', read: (kind) => ({ kind: 'read', reading: { ...specimens[kind], nameMatches: false } }) })
    await take('document.front')
    expect([values().name, values().surname, scope.getState(model.$nameDiffers)]).toEqual(['', '', true])
    await allSettled(model.removed, { scope, params: 'document.front' })
    expect(scope.getState(model.$nameDiffers)).toBe(false)
  })

  it('say so of one document also when the other is the driver\'s', async () => {
    const { take, scope, model } = await shown({ read: (kind) => ({ kind: 'read', reading: { ...specimens[kind], nameMatches: kind === 'licence' } }) })
    await take('document.front')
    await take('licence.front')
    expect(scope.getState(model.$nameDiffers)).toBe(true)
  })

  it('do not replace what was typed, nor without proof what is on file', async () => {
    const { take, values, forms, scope } = await shown({ driver: aDriver({ birthDate: '1980-02-02', driverLicense: null }) })
    await allSettled(forms.document.fieldChanged, { scope, params: { field: 'id', value: 'TYPED1' } })
    await take('licence.front')
    expect(values().birthDate).toBe('1980-02-02')
    await take('document.front')
    expect([values().birthDate, values().document.id]).toEqual(['1990-05-01', 'TYPED1'])
  })

  it('keep in the field what a picture proved when a later one was only read otherwise (DEC-273)', async () => {
    const { take, values } = await shown({
      read: (_, { name }) => ({ kind: 'read', reading: { ...specimens.licence, number: name === 'back.png' ? { value: '18AB12345', isProven: true } : { value: '18A812345', isProven: false } } }),
    })
    await take('licence.back', file('back.png'))
    await take('licence.front', file('front.png'))
    expect(values().driversLicense).toBe('18AB12345')
  })

  it('are replaced by better ones: what was read before gives way', async () => {
    const numbers = ['WRONG', 'P-987654']
    const { take, values } = await shown({ read: () => ({ kind: 'read', reading: { ...specimens.licence, number: { value: numbers.shift() ?? '', isProven: false } } }) })
    await take('licence.front')
    await take('licence.front')
    expect(values().driversLicense).toBe('P-987654')
  })

  it.each([
    [{ kind: 'unreadable', reason: 'glare' } as const, { kind: 'unreadable', reason: 'glare' }], [{ kind: 'failed' } as const, { kind: 'failed' }],
  ])('stay as pictures when nothing was read: %o', async (result, state) => {
    const { take, values, sides } = await shown({ read: () => result, image: () => 'PIXELS' })
    await take('document.front')
    expect([sides()['document.front'], values().document.imageFront, values().birthDate]).toEqual([state, 'PIXELS', ''])
  })

  it('are kept nowhere where the tenant takes none', async () => {
    const { take, values } = await shown({ config: { ...scanFirst, isUploadAvailable: false } })
    await take('document.front')
    expect([values().document.id, values().document.imageFront]).toEqual(['L898902C3', ''])
  })

  it('are the files that an upload takes; a large one is told of once (DRIVER-60, DRIVER-61)', async () => {
    const { take, sides, scope } = await shown()
    const problems = collected(scope, problemOccurred)
    await take('document.front', file('page.pdf'))
    await take('document.front', file('page.png', imageByteLimit))
    expect([sides()['document.front'], problems.map(({ key }) => key)]).toEqual([{ kind: 'empty' }, ['ImageIsBiggerThanAllowed']])
  })

  it('count by the last one of a side, and not after they were removed', async () => {
    const finish = new Map<string, () => void>()
    const { take, values, sides, model, scope } = await shown({ read: (kind, { name }) => new Promise((done) => { finish.set(name, () => { done({ kind: 'read', reading: { ...specimens[kind], number: { value: name, isProven: true } } as never }) }) }) })
    const both: readonly Promise<unknown>[] = [take('document.front', file('slow.jpg')), take('document.front', file('quick.jpg'))]
    finish.get('quick.jpg')?.()
    finish.get('slow.jpg')?.()
    await Promise.all(both)
    expect([values().document.id, sides()['document.front']]).toEqual(['quickjpg', { kind: 'read' }])
    await allSettled(model.removed, { scope, params: 'document.front' })
    expect([sides()['document.front'], values().document.imageFront]).toEqual([{ kind: 'empty' }, ''])
  })

  it('a passport has no back', async () => {
    const { take, scope, model } = await shown()
    expect(scope.getState(model.$asked)).toEqual(['document.front', 'licence.front', 'licence.back', 'document.back'])
    await take('document.front')
    expect(scope.getState(model.$asked)).toEqual(['document.front', 'licence.front', 'licence.back'])
  })

  it.each([[scanFirst, true, { isNew: false, toCheck: true }], [scanFirst, false, { isNew: false }], [{ isDocumentScanAvailable: true }, true, { isNew: false }], [{ driverEntry: 'scan' } as const, true, { isNew: false }]])(
    'lead to the view that is checked where the tenant has it, %o, and one was taken, %s (S1.85)', async (config, isTaken, expected) => {
      const { take, scope } = await shown({ config, driver: aDriver() })
      const verified = collected(scope, driverVerified)
      if (isTaken) await take('licence.front')
      await allSettled(verifications.main.form.fieldChanged, { scope, params: { field: 'driversLicense', value: 'P-1' } })
      await allSettled(verifications.main.form.submitted, { scope })
      expect(verified).toEqual([expected])
    })
})
