import { aDriver, anIdentityDocument } from '@checkin/api/testing'
import { driverDocumentGiven, driverDocumentLeft, problemOccurred } from '@checkin/flow'
import { collected, inTurn, turn } from '@checkin/testing'
import { allSettled, type Scope } from 'effector'
import { beforeEach, describe, expect, it } from 'vitest'
import { documentChecks, type DocumentField } from '@checkin/driver-rules'
import { imageByteLimit } from '@checkin/driver-rules/images'
import { $facts } from '../../forms/facts.ts'
import { allRules, aPage, rulesOf, visit, type PageOptions } from '../../test/shell-double.ts'
import { backPressed, documentModels, opened } from './model.ts'

const { form, images } = documentModels.main
const type = (scope: Scope, field: DocumentField, value: string) => allSettled(form.fieldChanged, { scope, params: { field, value } })
const file = (name: string, size = 10): File => Object.defineProperty(new File(['x'], name), 'size', { value: size })
const choose = (scope: Scope, field: 'imageFront' | 'imageBack', chosen: File) => allSettled(images.chosen, { scope, params: { field, file: chosen } })

async function shown(options: PageOptions = {}) {
  const { scope } = aPage({ driver: aDriver({ document: anIdentityDocument() }), ...options })
  const published = { left: collected(scope, driverDocumentGiven), problems: collected(scope, problemOccurred) }
  await allSettled(opened, { scope, params: visit('driver-document') })
  return { scope, ...published, submit: () => inTurn(scope, turn(form.submitted)), errors: () => scope.getState(form.$errors), values: () => scope.getState(form.$values) }
}

beforeEach(() => {
  sessionStorage.clear()
})

describe('the identity document', () => {
  it('goes on with what is on file (DRIVER-47, STATES S1.25)', async () => {
    const { submit, left, values } = await shown()
    await submit()
    expect(left).toEqual([{}])
    expect(values()).toMatchObject({ idType: 'ID', id: '12345678', issuePlace: 'Faro' })
  })

  it('wants every field that a rule makes mandatory (DRIVER-41)', async () => {
    const { submit, errors } = await shown({ driver: null })
    await submit()
    expect(errors()).toEqual({ idType: 'Required', id: 'Required', issueDate: 'Required', expiryDate: 'Required', issuePlace: 'Required' })
  })

  it.each([
    [{ isUploadAvailable: false, isUploadMandatory: true }, false], [{ isUploadAvailable: true, isUploadMandatory: false }, true],
    [{ isUploadAvailable: true, modules: [{ id: 4, viewTag: 'uploadview', isEnabled: false, skipAllowed: true }] }, false],
  ])('shows image boxes only where images can be uploaded: %o (DRIVER-40, DEC-30)', async (config, visible) => {
    const { scope } = await shown({ config })
    expect(documentChecks(scope.getState($facts)).imageFront.visible).toBe(visible)
  })

  it('wants both images when the tenant does, and none where they cannot be uploaded (DRIVER-42, DEC-30, TRAPS T-16)', async () => {
    const wanted = await shown({ config: { isUploadMandatory: true } })
    await wanted.submit()
    expect(wanted.errors()).toEqual({ imageFront: 'Required', imageBack: 'Required' })
    const unavailable = await shown({ config: { isUploadAvailable: false, isUploadMandatory: true } })
    await unavailable.submit()
    expect(unavailable.left).toEqual([{}])
  })

  it('takes an image that the server has and does not show for one (DEC-77)', async () => {
    const document = anIdentityDocument({ hasImageFront: true, hasImageBack: true })
    const { submit, left } = await shown({ config: { isUploadMandatory: true }, driver: aDriver({ document }) })
    await submit()
    expect(left).toEqual([{}])
  })

  it('keeps letters and digits of a document number (DRIVER-43)', async () => {
    const { scope, values } = await shown()
    await type(scope, 'id', 'AB-12 3')
    expect(values().id).toBe('AB123')
  })

  it('keeps 20 characters of an issue place (DRIVER-46, CONST-07)', async () => {
    const { scope, values } = await shown()
    await type(scope, 'issuePlace', 'x'.repeat(21))
    expect(values().issuePlace).toHaveLength(20)
  })

  it.each([['2026-12-01', undefined], ['2026-12-02', 'MaxExceeded']])('was issued on the day of pick-up at the latest: %s (DRIVER-44)', async (issueDate, kind) => {
    const { scope, submit, errors } = await shown()
    await type(scope, 'issueDate', issueDate)
    await submit()
    expect(errors().issueDate).toBe(kind)
  })

  it.each([['2026-12-05', 'MinRequired'], ['2026-12-06', undefined]])('is valid beyond the day of return: %s (DRIVER-45, DEC-35, ERR-44)', async (expiryDate, kind) => {
    const { scope, submit, errors } = await shown()
    await type(scope, 'expiryDate', expiryDate)
    await submit()
    expect(errors().expiryDate).toBe(kind)
  })

  it('leaves by Back (DRIVER-47, DEC-57, STATES S1.26)', async () => {
    const { scope } = await shown()
    const back = collected(scope, driverDocumentLeft)
    await inTurn(scope, turn(backPressed))
    expect(back).toEqual([{}])
  })
})

describe('images of a document', () => {
  it('are taken, replaced and removed (DRIVER-60, DRIVER-63)', async () => {
    const { scope, values } = await shown({ image: ({ name }) => `of ${name}` })
    await choose(scope, 'imageFront', file('IMG.JPG'))
    expect(values().imageFront).toBe('of IMG.JPG')
    await choose(scope, 'imageFront', file('b.webp'))
    expect(values().imageFront).toBe('of b.webp')
    await allSettled(images.removed, { scope, params: 'imageFront' })
    expect(values().imageFront).toBe('')
  })

  it('of another type are ignored without a word (DRIVER-60, ERR-26)', async () => {
    const { scope, values, problems } = await shown()
    await choose(scope, 'imageFront', file('photo.pdf'))
    expect([values().imageFront, problems]).toEqual(['', []])
  })

  it.each([[imageByteLimit - 1, []], [imageByteLimit, [{ key: 'ImageIsBiggerThanAllowed' }]]])('of %i bytes are reported by their size alone (DRIVER-61, ERR-25)', async (size, published) => {
    const { scope, values, problems } = await shown({ image: () => 'AAAA' })
    await choose(scope, 'imageBack', file('a.jpg', size))
    expect([values().imageBack, problems]).toEqual([published.length > 0 ? '' : 'AAAA', published])
  })

  it('that cannot be read are said at the field and change nothing (DEC-44)', async () => {
    const { scope, values, problems } = await shown({ image: () => Promise.reject(new TypeError('no image')) })
    await choose(scope, 'imageFront', file('broken.jpg'))
    expect([values().imageFront, problems, [...scope.getState(images.$unreadable)]]).toEqual(['', [], ['imageFront']])
  })

  it('count by the last choice, however long an earlier one takes', async () => {
    const finish = new Map<string, (image: string) => void>()
    const { scope, values } = await shown({ image: ({ name }) => new Promise((done) => { finish.set(name, done) }) })
    const both = [choose(scope, 'imageFront', file('slow.jpg')), choose(scope, 'imageFront', file('quick.jpg'))]
    finish.get('quick.jpg')?.('QUICK')
    finish.get('slow.jpg')?.('SLOW')
    await Promise.all(both)
    expect(values().imageFront).toBe('QUICK')
  })

  it('are waited for by Next', async () => {
    let finish: (image: string) => void = () => undefined
    const { scope, left } = await shown({ image: () => new Promise((done) => { finish = done }) })
    const chosen = choose(scope, 'imageFront', file('a.jpg'))
    void allSettled(form.submitted, { scope })
    expect(left).toEqual([])
    finish('AAAA')
    await chosen
    await inTurn(scope, turn(form.submitted))
    expect(left).toEqual([{}])
  })

  it('and numbers never reach the storage of the browser (DEC-18)', async () => {
    const { scope } = await shown({ driver: null, image: () => 'IMAGE-SECRET' })
    await type(scope, 'id', 'NUMBERSECRET')
    await type(scope, 'issuePlace', 'Faro')
    await choose(scope, 'imageFront', file('a.jpg'))
    expect(JSON.stringify(sessionStorage)).toContain('Faro')
    expect(JSON.stringify(sessionStorage)).not.toContain('SECRET')
  })

  it('are not asked for by a rule that hides them', async () => {
    const { scope } = await shown({ rules: rulesOf(allRules({ 'document.imageFront': { visible: false, mandatory: true } })) })
    expect(documentChecks(scope.getState($facts)).imageFront.visible).toBe(false)
  })
})
