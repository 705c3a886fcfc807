import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkImageFile, scaledSize, imageByteLimit, withoutPrefix, withPrefix } from './images.ts'
import { documentRule, imageRule, isRequired, personRule } from './field-rules.ts'
import { mobileParts, prefixesOf, storedMobile } from './mobile-number.ts'
import { isSameDriver, type Identity } from './same-driver.ts'

const maria: Identity = { id: 7, name: 'Maria', surname: 'Silva', birthDate: '1990-05-01', licence: 'FA-123 456' }
const other: Identity = { id: 0, name: 'Rui', surname: 'Costa', birthDate: '1985-02-03', licence: 'P-1' }

describe('whether two drivers are one (DEC-36)', () => {
  it.each([
    ['the same id', { id: 7 }, true], ['two new drivers', { id: 0 }, false], ['the licence number, case and signs aside', { licence: 'fa 123456' }, true],
    ['name, surname and birth date', { name: ' maría ', surname: 'SILVA', birthDate: '1990-05-01' }, true],
    ['the surname alone', { surname: 'Silva' }, false], ['the name with another birth date', { name: 'Maria', surname: 'Silva' }, false], ['no licence number', { licence: '' }, false],
  ] as const)('looks at %s (DRIVER-15)', (_, change, same) => {
    expect([isSameDriver(maria, { ...other, ...change }), isSameDriver({ ...other, ...change }, maria)]).toEqual([same, same])
  })

  it.each([
    ['twins', { name: 'Marta', surname: 'Silva', birthDate: '1990-05-01' }], ['namesakes of one day with other surnames', { name: 'Maria', surname: 'Costa', birthDate: '1990-05-01' }],
    ['strangers of one day', { birthDate: '1990-05-01' }], ['licences of which neither is known', { licence: null }],
  ] as const)('keeps %s apart (DRIVER-15)', (_, change) => {
    expect(isSameDriver({ ...maria, ...('licence' in change && { licence: null }) }, { ...other, ...change })).toBe(false)
  })

  it.each([['name', { name: '' }], ['surname', { surname: '' }], ['name and surname', { name: '', surname: '' }], ['birth date', { birthDate: null }]] as const)('says nothing of two without a %s', (_, change) => {
    const unknown: Identity = { ...maria, id: 0, licence: null, ...change }
    expect(isSameDriver(unknown, { ...unknown })).toBe(false)
  })

  it('takes nobody without a name and number for somebody else', () => {
    const nobody: Identity = { id: 0, name: '', surname: '', birthDate: '', licence: '' }
    expect(isSameDriver(nobody, nobody)).toBe(false)
  })
})

describe('a chosen file', () => {
  it.each([['photo.pdf', 'ignored'], ['photo.heic', 'ignored'], ['jpg', 'ignored'], ['IMG.JPG', 'accepted'], ['a.jpeg', 'accepted'], ['a.PnG', 'accepted'], ['a.webp', 'accepted'], ['a.jpg.exe', 'ignored']] as const)('%s is %s (DRIVER-60, ERR-26, DEC-44)', (name, result) => {
    expect(checkImageFile({ name, size: 1000 })).toBe(result)
  })

  it('is taken below 15 MB and refused at 15 MB (DRIVER-61, CONST-19, TRAPS T-30)', () => {
    expect([imageByteLimit - 1, imageByteLimit].map((size) => checkImageFile({ name: 'a.jpg', size }))).toEqual(['accepted', 'too-big'])
    expect(imageByteLimit).toBe(15_728_640)
  })

  it('is scaled to 1920 px wide, a smaller one not at all (DRIVER-62)', () => {
    expect([scaledSize(4000, 3000), scaledSize(1000, 800), scaledSize(1920, 4000)]).toEqual([{ width: 1920, height: 1440 }, { width: 1000, height: 800 }, { width: 1920, height: 4000 }])
  })

  it('keeps its proportions to a pixel and is never wider than 1920 px (DRIVER-62)', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
      const scaled = scaledSize(width, height)
      expect(scaled.width).toBeLessThanOrEqual(1920)
      expect(Math.abs(scaled.height - (height * scaled.width) / width)).toBeLessThanOrEqual(1)
    }))
  })

  it('has its prefix once when shown and never when sent (DRIVER-63, DATA-06)', () => {
    for (const image of ['AAAA', 'data:image/webp;base64,AAAA', 'data:image/png;base64,AAAA']) {
      expect(withoutPrefix(image)).toBe('AAAA')
      expect(withoutPrefix(`AA${image}`)).toBe(`AA${image}`)
      expect(withPrefix(withPrefix(withoutPrefix(image)))).toBe('data:image/webp;base64,AAAA')
    }
  })
})

describe('which fields show', () => {
  const rules = { address: { visible: false, mandatory: true }, city: { visible: true, mandatory: false }, 'document.id': { visible: false, mandatory: true }, imageFront: { visible: true, mandatory: true } }

  it('hides a person\'s field unless a rule shows it, and never requires what is hidden (DRIVER-20, DEC-31)', () => {
    expect([isRequired(personRule(rules, 'address')), personRule(rules, 'city').visible, personRule(rules, 'taxNumber')]).toEqual([false, true, { visible: false, mandatory: false }])
  })

  it('shows a document\'s field unless a rule hides it (DRIVER-40, DRIVER-48)', () => {
    expect([documentRule(rules, 'document', 'id').visible, documentRule(rules, 'document', 'issueDate').visible]).toEqual([false, true])
  })

  it.each([
    [{ isAvailable: false, isMandatory: true }, false, false], [{ isAvailable: true, isMandatory: true }, true, true], [{ isAvailable: true, isMandatory: false }, true, false],
  ])('asks for images only where they can be uploaded: %o (DRIVER-42, DEC-30, TRAPS T-16)', (upload, visible, required) => {
    const { visible: shows, ...rest } = imageRule({}, 'document', 'imageFront', upload)
    expect([shows, isRequired({ visible: shows, ...rest })]).toEqual([visible, required])
  })

  it('asks for an image that a rule makes mandatory (DRIVER-41)', () => {
    expect(isRequired(imageRule(rules, 'document', 'imageFront', { isAvailable: true, isMandatory: false }))).toBe(true)
  })
})

describe('a phone number', () => {
  const countries = [{ country: 'Portugal', phoneCode: '351' }, { country: 'Canada', phoneCode: '1' }, { country: 'United States', phoneCode: '+1' }, { country: 'Nowhere', phoneCode: '' }]

  it('offers every calling code once, with the countries that it leads to (DRIVER-35)', () => {
    expect(prefixesOf(countries)).toEqual([{ code: '351', countries: ['Portugal'] }, { code: '1', countries: ['Canada', 'United States'] }])
  })

  it('is stored as a plus sign, prefix and number, and nothing without a number (DRIVER-38)', () => {
    expect([storedMobile({ prefix: '351', phone: '912345678' }), storedMobile({ prefix: '351', phone: '' })]).toEqual(['+351912345678', ''])
  })

  it('is taken apart again, by its parts or by the longest prefix known (DRIVER-38)', () => {
    const known = [{ code: '3' }, { code: '351' }]
    expect(mobileParts({ mobile: null, mobileObj: { prefix: '+351', phone: '912 345 678' } }, known)).toEqual({ prefix: '351', phone: '912345678' })
    expect(mobileParts({ mobile: '+351912345678', mobileObj: null }, known)).toEqual({ prefix: '351', phone: '912345678' })
    expect(mobileParts({ mobile: '912345678', mobileObj: null }, known)).toEqual({ prefix: '', phone: '912345678' })
  })
})
